import mocha from "mocha";

const { reporters, Runner } = mocha;
const { EVENT_RUN_END } = Runner.constants;

/**
 * As `spec`, and fails a run that does not come to its end: where a process of several is ended by a promise that nobody
 * awaited, mocha stops without a word, and with success.
 */
export default class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    let hasEnded = false;
    runner.once(EVENT_RUN_END, () => (hasEnded = true));
    process.once("exit", () => {
      if (hasEnded) return;
      console.error(
        "The run of the tests did not come to its end: see above what ended a process.",
      );
      process.exitCode = 1;
    });
  }
}
