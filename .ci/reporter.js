import { appendFileSync } from "node:fs";

import mocha from "mocha";

const { reporters, Runner } = mocha;
const { EVENT_RUN_END } = Runner.constants;

/**
 * The reporter `spec`, with two additions. It fails a run that does not reach its end: where an unhandled rejection ends a
 * worker process, mocha stops silently and with success. And it appends the totals of the run to the file that
 * `TEST_TOTALS` names, for `.ci/run` to sum.
 */
export default class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    let hasEnded = false;
    runner.once(EVENT_RUN_END, () => {
      hasEnded = true;
      const { TEST_TOTALS: file } = process.env;
      const { passes, failures, pending } = this.stats;
      if (file !== undefined) appendFileSync(file, `${passes} ${failures} ${pending}\n`);
    });
    process.once("exit", () => {
      if (hasEnded) return;
      console.error(
        "The tests did not run to the end: a process ended early; see the output above.",
      );
      process.exitCode = 1;
    });
  }
}
