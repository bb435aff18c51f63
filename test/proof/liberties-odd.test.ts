/** The servers of test/targets/liberties.ts that liberties-even.test.ts leaves. */
import { expectNoneReported } from './allowed-liberties.ts';

expectNoneReported(1, 2);
