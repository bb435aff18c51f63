/** The style of the page: system fonts, light and dark theme, print. Verdicts differ by shape as well as by colour. */
export const style = `
:root{color-scheme:light dark;--paper:#fff;--panel:#f5f6f8;--ink:#15181d;--soft:#575f6b;--line:#e1e4e9;--strong-line:#c4cad3;--link:#1b4fc4;
--good:#1b7a4b;--good-fill:#4fae7f;--bad:#b8251b;--bad-bg:#fdf1ef;--warn:#855600;--waived:#6748b8;--mono:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;
--sans:-apple-system,BlinkMacSystemFont,"Segoe UI Variable Text","Segoe UI",Inter,Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif}
@media (prefers-color-scheme:dark){:root{--paper:#101216;--panel:#181b21;--ink:#e9ebef;--soft:#a0a8b5;--line:#2a2e37;--strong-line:#464d5a;--link:#8fb4ff;
--good:#5cc794;--good-fill:#3c9a6c;--bad:#ff8a7e;--bad-bg:#2a1715;--warn:#e4b65c;--waived:#b9a2ff}}
*{box-sizing:border-box}
html{font:16px/1.55 var(--sans);background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%;scroll-padding-top:5rem}
body{margin:0;overflow-wrap:break-word}
main,footer{max-width:72rem;margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem)}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure,pre{margin:0;padding:0}
ul,ol{list-style:none}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.18em}
code,pre,.id{font-family:var(--mono);font-size:.86em;font-variant-ligatures:none}
code{overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
.quiet{color:var(--soft);font-weight:400}
.number,.total,.date{font-variant-numeric:tabular-nums}
.total{color:var(--soft);font-weight:400;margin-left:.25em}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem 1rem;z-index:9}
.ctl{font-style:normal;color:var(--warn);font-family:var(--mono);font-size:.92em}
.top{padding:clamp(1.5rem,4vw,3rem) 0 0}
.brand{color:var(--soft);font-size:.9rem}.brand b{color:var(--ink);letter-spacing:-.01em}
h1{font-size:clamp(2.4rem,6.5vw,4rem);line-height:1.05;letter-spacing:-.035em;font-weight:700;margin:.35em 0 .3em}
h1 small{font-size:.4em;color:var(--warn);letter-spacing:0;font-weight:500}
.h-conformant{color:var(--good)}.h-nonConformant{color:var(--bad)}.h-incomplete,.h-undecided{color:var(--warn)}
.lede{font-size:clamp(1.05rem,2.2vw,1.3rem);line-height:1.45;max-width:46rem;text-wrap:pretty}
.facts{display:flex;flex-wrap:wrap;gap:.7rem 1.9rem;margin:1.6rem 0 0;padding:1rem 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line);font-size:.92rem}
.facts div{min-width:0}
dt{color:var(--soft);font-size:.8rem}
dd{overflow-wrap:anywhere}
.overview{display:grid;grid-template-columns:minmax(0,1fr) 20rem;gap:2rem 4rem;padding:2rem 0 1rem}
h2{font-size:1.45rem;letter-spacing:-.02em;line-height:1.25;font-weight:650}
.overview h2{font-size:1.1rem;letter-spacing:-.01em;margin-bottom:.7rem}
.story>*+*{margin-top:2rem}.story p+.found{margin-top:.5rem}
.found>li{display:grid;grid-template-columns:1.4rem minmax(0,1fr);gap:.6rem;padding:.65rem 0;border-top:1px solid var(--line)}
.found a{font-family:var(--mono);font-size:.88em}
.found>li>div>a{font-weight:600}
.found>li>div{overflow-wrap:anywhere}.rest>summary{cursor:pointer;padding:.65rem 0;border-top:1px solid var(--line);color:var(--link)}
.open-too{margin-top:.5rem;font-size:.98rem;max-width:46rem}.open-too b{color:var(--warn);font-weight:600}
.found .ids{font-size:.9rem;color:var(--soft);margin-top:.25rem}
.remedy::before{content:"→ ";color:var(--soft)}
.found .quiet{font-size:.85rem}
.level{margin-bottom:1.15rem}
.level h3{font-size:.95rem;font-weight:600;line-height:1.35;margin-bottom:.4rem}.level h3 .quiet{display:block;font-size:.8rem}
.level svg{display:block;max-width:100%;height:auto}.js .squares rect{cursor:pointer}
.tally{font-size:.82rem;color:var(--soft);margin-top:.25rem}
.legend{display:flex;flex-wrap:wrap;gap:.3rem .9rem;font-size:.8rem;color:var(--soft);border-top:1px solid var(--line);padding-top:.7rem}
.legend li{display:flex;align-items:center;gap:.35rem}
.q-pass{fill:var(--good-fill)}.q-fail,.q-error{fill:var(--bad)}.q-error{fill-opacity:.5;stroke:var(--bad);stroke-width:1.5}
.q-advice{fill:var(--warn)}.q-inconclusive{fill:none;stroke:var(--warn);stroke-width:1.8}.q-waived{fill:none;stroke:var(--waived);stroke-width:1.8;stroke-dasharray:3 2}.q-notApplicable{fill:var(--line)}
main>section{padding:2.6rem 0 0}
.intro{color:var(--soft);max-width:44rem;margin:.3rem 0 1.2rem}
.filter{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .7rem;padding:.7rem 0;background:var(--paper);border-bottom:1px solid var(--line)}
.filter[hidden]{display:none}
.search{flex:1 1 9rem;min-width:9rem}
input,select,button{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--strong-line);border-radius:7px;padding:.38rem .7rem;min-height:2.3rem}
input{width:100%}
::placeholder{color:var(--soft);opacity:1}
button{cursor:pointer}button:hover{border-color:var(--soft)}
.chips{display:flex;flex-wrap:wrap;gap:.35rem}
.chip{border-radius:99px;font-size:.86rem;padding:.2rem .65rem;min-height:2rem}.chip .number{color:var(--soft)}
.chip[aria-pressed=true]{background:var(--ink);color:var(--paper);border-color:var(--ink)}.chip[aria-pressed=true] .number{color:inherit}
#count{font-size:.86rem;color:var(--soft);font-variant-numeric:tabular-nums;min-width:7.2rem;text-align:right}
#nothing{padding:2rem 0}
.area{padding-top:1.8rem}.area[hidden],.row[hidden]{display:none}
.area>h3{font-size:1.05rem;letter-spacing:-.01em;margin-bottom:.5rem}
.row{border-top:1px solid var(--line)}
.row:last-child{border-bottom:1px solid var(--line)}
.row>summary{display:grid;grid-template-columns:1.4rem minmax(0,1fr) 17.5rem;gap:.1rem .7rem;padding:.5rem .4rem;cursor:pointer;list-style:none;align-items:start}
.row>summary::-webkit-details-marker{display:none}
.row>summary:hover{background:var(--panel)}
.what{min-width:0;overflow-wrap:anywhere}
.id{font-weight:600;margin-right:.5rem}
.actual{display:block;color:var(--soft);font-size:.92rem}
.row[data-verdict=fail] .actual{color:var(--bad)}.row[data-advice] .actual{color:var(--warn)}.also{font-size:.9rem;margin-top:.25rem}.also summary{cursor:pointer;color:var(--link)}.role{margin-left:auto;font-size:.8rem}.exchange.wrong{border-color:var(--bad);background:none}strong.role{color:var(--bad)}
.row[open] .actual{display:none}
.tags{font-size:.82rem;display:flex;flex-direction:row-reverse;align-items:baseline;padding-top:.12rem}.tags .v{width:6.4rem;flex:none;text-align:right}.tags .quiet{text-align:right}
.v{font-weight:600}.v-pass{color:var(--good)}.v-fail,.v-error{color:var(--bad)}.v-inconclusive,.v-advice{color:var(--warn)}.v-waived{color:var(--waived)}.v-notApplicable{color:var(--soft);font-weight:400}
.mark{display:inline-grid;place-items:center;width:1.25rem;height:1.25rem;margin-top:.13rem;border-radius:99px;font:700 .74rem/1 var(--sans)}
.m-pass{color:var(--good)}.m-fail,.m-error{background:var(--bad);color:var(--paper);border-radius:5px}.m-inconclusive{color:var(--warn);box-shadow:inset 0 0 0 1.5px}.m-waived{color:var(--waived);box-shadow:inset 0 0 0 1.5px}.m-advice{background:var(--warn);color:var(--paper);border-radius:5px}.m-notApplicable{color:var(--soft)}
.inside{padding:.3rem .4rem 1.6rem 2.5rem}
.inside>*+*{margin-top:1.3rem}
.facts-list{display:grid;gap:.45rem}
.facts-list div{display:grid;grid-template-columns:10rem minmax(0,1fr);gap:0 1rem}
.facts-list dt{padding-top:.16em}
.facts-list dd{max-width:46rem}
.row[data-verdict=fail] .facts-list div:first-child dd{font-weight:600}
.part>.quiet{font-size:.85rem;margin-top:.35rem}
h4{font-size:.95rem;font-weight:650;margin-bottom:.5rem}
.exchange{border:1px solid var(--line);border-radius:10px;overflow:hidden}
.exchange+.exchange{margin-top:.9rem}
figcaption{overflow-wrap:anywhere}
.exchange figcaption{display:flex;gap:.6rem;align-items:baseline;padding:.5rem .9rem;background:var(--panel);border-bottom:1px solid var(--line);font-size:.92rem}
.step{font-variant-numeric:tabular-nums;font-weight:650}
.wire{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr)}
.side{padding:.8rem .9rem;min-width:0}.side+.side{border-left:1px solid var(--line)}
.line{overflow-wrap:anywhere;font-size:.95rem}.bad{color:var(--bad)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;overflow:auto;max-height:15rem;line-height:1.5}
.body{margin-top:.6rem;background:var(--panel);border-radius:7px;padding:.6rem .75rem;font-size:.8rem}
.headers{margin-top:.4rem;font-size:.82rem}.headers summary{cursor:pointer;color:var(--soft)}
.headers dl{margin-top:.3rem;display:grid;gap:.1rem;font-family:var(--mono);font-size:.78rem}.headers dl div{overflow-wrap:anywhere}.headers dt,.headers dd{display:inline;font-size:inherit}.headers dt::after{content:": "}
.command{display:flex;gap:.8rem;align-items:flex-start;justify-content:space-between;background:var(--panel);border-radius:8px;padding:.6rem .9rem}
.trend svg{max-width:100%;height:auto}.trend polyline{fill:none;stroke-width:2}.trend figcaption{font-size:.84rem;font-weight:600}.t-pass{stroke:var(--good)}.t-fail{stroke:var(--bad)}.t-inconclusive{stroke:var(--warn);stroke-dasharray:5 3}.d-pass{fill:var(--good)}.d-fail{fill:var(--bad)}.d-inconclusive{fill:var(--warn)}
.runs{padding-top:1.5rem}.runs h2{font-size:1.1rem}.sides>li{padding:.8rem 0;border-top:1px solid var(--line);break-inside:avoid}.sides .pair{margin-top:.5rem}.sides .bag{overflow-wrap:anywhere}
.trace{padding:.5rem .9rem;border-top:1px solid var(--line);font-size:.84rem;overflow-wrap:anywhere}.trace a{font-family:var(--mono)}
.exchange .command{border-radius:0;border-top:1px solid var(--line)}
.command pre{flex:1;min-width:0;font-size:.8rem;padding-top:.2rem}
.copy{display:none;flex:none;font-size:.84rem;padding:.15rem .7rem;min-height:1.9rem}.js .copy{display:block}
.walk figcaption,.bags figcaption{font-weight:650;font-size:.95rem;margin-bottom:.6rem}.bags figcaption .quiet{display:inline}
.walk ol{display:flex;flex-wrap:wrap;gap:.6rem}
.box,.more{border:1px solid var(--strong-line);border-radius:9px;padding:.5rem .75rem .6rem;width:12.4rem;font-size:.85rem;display:flex;flex-direction:column;gap:.05rem;position:relative;line-height:1.4}
.more{justify-content:center;border-style:dashed;color:var(--soft)}
.to{color:var(--soft);font-size:.78rem}.to code{color:var(--ink)}.box b{font-size:1rem}.box code{font-size:.74rem}.box em{font-style:normal;font-weight:600;margin-top:.3rem;overflow-wrap:anywhere}
.how{color:var(--soft);font-size:.78rem}
.wrong{border:2px solid var(--bad);background:var(--bad-bg)}.wrong em{color:var(--bad)}
.here{position:absolute;right:.6rem;top:.5rem;background:var(--bad);color:var(--paper);border-radius:5px;padding:0 .45rem;font-size:.74rem}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.8rem}
.bag{border:1px solid var(--strong-line);border-radius:9px;padding:.6rem .9rem;font-size:.88rem}.bag.none{border-style:dashed;border-color:var(--line);color:var(--soft)}
.count{color:var(--bad);font-weight:650;font-variant-numeric:tabular-nums}
.bag ul{margin-top:.3rem}
.kinds{display:grid;gap:.2rem;max-width:34rem;font-size:.88rem}
.kinds li{display:grid;grid-template-columns:9rem 1fr 3rem;gap:.8rem;align-items:center;overflow-wrap:anywhere}.kinds .number{text-align:right}
.bar{background:var(--panel);border-radius:3px;height:.5rem}.bar span{display:block;height:100%;background:var(--soft);border-radius:3px}
.self{font-size:.85rem}
.gaps>li{display:grid;grid-template-columns:minmax(0,1.1fr) minmax(0,.8fr) minmax(0,1.3fr);gap:.15rem 1.8rem;padding:.8rem 0;border-top:1px solid var(--line);font-size:.94rem}
.gap-what{grid-row:span 2}.gap-what b{display:block}.gap-what .quiet{display:block;font-size:.82rem;overflow-wrap:anywhere}
.gap-what b{font-weight:600;overflow-wrap:anywhere}.gap-what b::first-letter{text-transform:uppercase}
.chosen{overflow-wrap:anywhere}.chosen>code{font-weight:650}
.declare{grid-column:2/-1;font-size:.86rem;color:var(--soft)}
.gaps+.command{margin-top:.8rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.88rem}th,td{text-align:left;vertical-align:top;padding:.5rem .9rem .5rem 0;border-top:1px solid var(--line)}thead th{border:0;color:var(--soft);font-weight:400;font-size:.82rem;white-space:nowrap}tbody th{font-weight:600}table code{overflow-wrap:normal;white-space:nowrap}td{min-width:7rem}td.number{min-width:0}td.number,th.number{text-align:right;white-space:nowrap}.date{white-space:nowrap}
section>h3{font-size:1rem;margin:1.2rem 0 .4rem}
.plain-list li{padding:.3rem 0;overflow-wrap:anywhere}
.latencies{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));gap:1.6rem 2rem}
.latency svg{max-width:100%;height:auto;margin:.5rem 0 .2rem}.latency rect{fill:var(--soft)}.latency line{stroke:var(--strong-line)}.latency text{fill:var(--soft);font:9px var(--sans);text-anchor:middle}
.latency p{font-size:.84rem;color:var(--soft)}.latency p b{color:var(--ink);font-weight:600}
footer{color:var(--soft);font-size:.85rem;padding-top:3rem;padding-bottom:3rem}
@media (max-width:56rem){.overview{grid-template-columns:minmax(0,1fr);gap:1.5rem}.levels{order:-1;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:0 2rem}.levels h2,.legend{grid-column:1/-1}
.gaps>li{grid-template-columns:minmax(0,1fr)}.declare{grid-column:1}}
@media (max-width:44rem){html{scroll-padding-top:1rem}.levels{order:0}.facts{gap:.45rem 1.4rem;margin-top:1.1rem;padding:.8rem 0}.facts div:first-child{flex-basis:100%}.overview{padding-top:1.3rem}.level{margin-bottom:.8rem}.level h3 .quiet{display:none}.filter{position:static}#count{text-align:left}.gap-what{grid-row:auto}.row>summary{grid-template-columns:1.4rem minmax(0,1fr)}.tags{grid-column:2;flex-direction:row;gap:.6rem}.tags .v{width:auto}.tags .quiet{text-align:left}
.inside{padding-left:.2rem}.facts-list div{grid-template-columns:minmax(0,1fr)}.wire,.pair{grid-template-columns:minmax(0,1fr)}.side+.side{border-left:0;border-top:1px solid var(--line)}
.command{flex-direction:column}.command pre{width:100%}.box,.more{width:100%}.kinds li{grid-template-columns:7rem 1fr 2.5rem}.id{display:block}}
@media print{:root{color-scheme:light;--paper:#fff;--panel:#f5f6f8;--ink:#000;--soft:#444;--line:#ccc;--strong-line:#999;--link:#000;--good:#14603a;--good-fill:#4fae7f;--bad:#a01f16;--bad-bg:#fff;--warn:#6b4500;--waived:#553a9a}
html{font-size:10.5pt}.filter,.copy,.skip,.self,#nothing{display:none!important}main,footer{max-width:none;padding:0}.overview{grid-template-columns:minmax(0,1fr) 17rem;gap:2rem}.levels{order:0;display:block}
pre{max-height:11rem;overflow:hidden}.row:not([data-verdict=fail]),.row[data-advice],.area:not(:has(.row[data-verdict=fail]:not([data-advice]))),#open,#times,#proof,.row[data-also]>.inside,.exchange:not(.wrong),.headers,.facts-list div:nth-child(n+5){display:none}.row>summary,.exchange figcaption,.box,.bag,.found>li,.gaps>li,.latency{break-inside:avoid}h2,h3,h4{break-after:avoid}
.rest::details-content,.row[data-verdict=fail]:not([data-also],[data-advice])::details-content{content-visibility:visible;display:block}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
`;
