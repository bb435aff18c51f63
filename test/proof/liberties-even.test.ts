/** Every other server of test/targets/liberties.ts; liberties-odd.test.ts judges the rest beside it. */
import { expectNoneReported } from './allowed-liberties.ts';

expectNoneReported(0, 2);
