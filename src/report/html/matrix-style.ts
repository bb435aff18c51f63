/** What the matrix page adds to the style of the report: a wide table whose first row and column stay in sight. */
export const matrixStyle = `
main{max-width:none}
.implementations{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.7rem;margin:1.4rem 0 0}
.implementations li{border:1px solid var(--line);border-radius:10px;padding:.7rem .9rem;min-width:0;overflow-wrap:anywhere;font-size:.92rem}
.implementations b{font-size:1rem}.implementations .state{color:var(--warn);font-weight:600}
.badge{display:block;font-weight:600}
.grid{position:relative;overflow:auto;max-height:85vh;width:fit-content;max-width:100%;border:1px solid var(--line);border-radius:10px;margin-top:.8rem}
.grid table{border-collapse:separate;border-spacing:0;font-size:.86rem;width:auto}
.grid thead th{position:sticky;top:0;z-index:2;background:var(--paper);border-bottom:1px solid var(--strong-line);vertical-align:bottom;padding:.4rem .2rem;font-weight:600}
.grid thead th:first-child{left:0;z-index:3;text-align:left;padding-left:.7rem}
.grid .name{writing-mode:vertical-rl;transform:rotate(180deg);max-height:15rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;line-height:1.3}
.grid .name small{color:var(--soft);font-weight:400}
.grid tbody th{position:sticky;left:0;z-index:1;background:var(--paper);text-align:left;font-weight:400;padding:.25rem .7rem;border-right:1px solid var(--line);min-width:15rem;max-width:22rem;overflow-wrap:anywhere}
.grid tbody.area th.title{font-weight:650;background:var(--panel);position:sticky;left:0}
.grid tbody.area td.rest{background:var(--panel)}
.grid tbody th code{overflow-wrap:anywhere;white-space:normal}
.grid td{padding:0;vertical-align:middle;width:2rem;min-width:2rem;height:1.9rem;text-align:center;border-bottom:1px solid var(--line);cursor:pointer;font-weight:700}
.grid tr:hover th,.grid tr:hover td{background:var(--panel)}
.grid td[aria-selected]{outline:2px solid var(--link);outline-offset:-2px}
.c-pass{color:var(--good);font-weight:400}.c-fail,.c-error{background:var(--bad);color:var(--paper)}.grid tr:hover td.c-fail,.grid tr:hover td.c-error{background:var(--bad)}
.c-advice,.c-inconclusive{color:var(--warn)}.c-waived{color:var(--waived)}.c-notApplicable,.c-missing{color:var(--soft);font-weight:400}
.grid td.f-stale,.grid td.f-partial{border:2px dotted var(--soft)}.grid td.changed::after{content:"•";vertical-align:super;font-size:.7em}.grid td.tracked{text-decoration:underline}
.key{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;font-size:.84rem;color:var(--soft);margin-top:.6rem}
.key b{display:inline-grid;place-items:center;width:1.4rem;height:1.4rem;margin-right:.35rem;border-radius:4px}
#panel{position:fixed;right:1rem;bottom:1rem;z-index:9;width:min(30rem,calc(100vw - 2rem));max-height:70vh;overflow:auto;background:var(--paper);border:1px solid var(--strong-line);border-radius:12px;padding:1rem 1.1rem;box-shadow:0 8px 30px rgb(0 0 0/.22)}
#panel[hidden]{display:none}#panel h2{font-size:1rem;overflow-wrap:anywhere;padding-right:4.5rem}#close{position:absolute;right:.8rem;top:.7rem;font-size:.84rem;min-height:1.9rem;padding:.1rem .6rem}
#facts{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:.35rem .7rem;margin-top:.7rem;font-size:.9rem}
details.group{margin-top:1.6rem}details.group>summary{cursor:pointer}details.group>summary h2{display:inline}
.gaps td,.gaps th{vertical-align:top;text-align:left;padding:.5rem .7rem;border-bottom:1px solid var(--line);min-width:7rem}.gaps .portable{min-width:18rem}
.gaps td.value{cursor:auto;font-weight:400;width:auto;height:auto;padding:.5rem .7rem;text-align:left;max-width:16rem;overflow-wrap:anywhere}.gaps td.portable{max-width:26rem}.grid tbody td.value code{overflow-wrap:anywhere;white-space:normal}
@media (max-width:640px){.grid tbody th{min-width:9rem;max-width:9rem;padding:.25rem .4rem;font-size:.8rem}.grid td{width:1.7rem;min-width:1.7rem}.gaps th:first-child{min-width:8rem}}
@media print{.grid{overflow:visible;max-height:none}#panel,#search{display:none}}
`;
