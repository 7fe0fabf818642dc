import { expect } from "chai";

import type { Script } from "../../fixtures/script/index.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { createLedger, type DamlFailure } from "../../lib/index.ts";
import { ScriptAnswerLog } from "../../lib/script/answer-log.ts";
import { answerScriptQuestion } from "../../lib/script/answer-script-question.ts";
import { InProcessScriptParticipant } from "../../lib/script/in-process-script-participant.ts";
import { listScripts } from "../../lib/script/index.ts";
import { locateScriptFailure } from "../../lib/script/locate-script-failure.ts";
import { findLoadedCodeOfScript } from "../../lib/script/script.ts";
import { ScriptRun } from "../../lib/script/script-run.ts";
import { ScriptTimeoutTimer } from "../../lib/script/script-timeout-timer.ts";
import { sharedFile } from "../support/shared.ts";

const dar = "splice-amulet-test-0.1.8.dar";

class OfStandingTime extends InProcessScriptParticipant {
  override setTime(): Promise<void> {
    return Promise.resolve();
  }
}

class WithoutContracts extends InProcessScriptParticipant {
  override listActiveContracts(): Promise<readonly never[]> {
    return Promise.resolve([]);
  }
}

const unheard = (): undefined => undefined;

interface Failure {
  readonly message: string;
  readonly daml: DamlFailure | undefined;
}

/** Returns the scripts that fail on a participant, with their errors. */
const failuresOn = async (
  scripts: readonly Script[],
  Participant: typeof InProcessScriptParticipant,
): Promise<ReadonlyMap<string, Failure>> => {
  const clock = { freeze: "1970-01-01T00:00:00Z" } as const;
  const base = await createLedger({ daml: createDamlLoader(), protocolVersion: 34, clock });
  const failed = new Map<string, Failure>();
  for (const script of scripts) {
    const origin = findLoadedCodeOfScript(script) ?? expect.fail("not a script");
    const { loaded, scripts: all, dar: bytes } = origin;
    if (script.argument !== undefined) continue;
    const participant = new Participant(await base.fork(), all.packages, unheard);
    await participant.uploadMissingPackages(all, bytes);
    const time = new ScriptTimeoutTimer(60_000);
    const answers = new ScriptAnswerLog((question) => answerScriptQuestion(question, participant));
    const { perform } = answers;
    const run = new ScriptRun(loaded, { scripts: all, perform, onTrace: unheard, time });
    try {
      await run.run(undefined);
    } catch (error) {
      const daml = await locateScriptFailure(origin, undefined, { error, answers, time });
      failed.set(script.name, { message: (error as Error).message, daml });
    } finally {
      time.cancel();
    }
  }
  return failed;
};

// Other tests expect that all scripts pass. This is meaningful only if the scripts fail on an incorrect
// participant.
describe(`scripts of ${dar} on an incorrect participant fail @slow`, function () {
  let scripts: readonly Script[] = [];

  before(function () {
    scripts = listScripts(sharedFile(this, "dars", "scripts", dar));
  });

  it("if it does not set the time", async () => {
    const failed = await failuresOn(scripts, OfStandingTime);
    expect(failed).to.have.property("size", 26);
    expect(failed.get("Splice.Scripts.TestTap:testTap")?.message).to.match(
      /DAML_FAILURE: .*AssertionFailed[^]*submitMulti at splice-amulet-test-0\.1\.8:Splice\.Scripts\.Util:303/u,
    );
    const { daml } = failed.get("Splice.Scripts.TestTap:testTap") ?? {};
    expect(daml?.location).to.deep.include({
      package: "splice-amulet-0.1.8",
      module: "Splice.AmuletRules",
      range: { line: 84, column: 10, endLine: 88, endColumn: 20 },
      isWholeDefinition: true,
    });
    expect(
      failed.get("Splice.Scripts.TestLockAndAmuletExpiry:testExpireLockedAmulet")?.message,
    ).to.match(
      /Expected submit to fail but it succeeded[^]*submitMultiMustFail at .*TestLockAndAmuletExpiry:281/u,
    );
  });

  it("if it finds no contracts", async () => {
    const failed = await failuresOn(scripts, WithoutContracts);
    expect(failed).to.have.property("size", 37);
    for (const { message, daml } of failed.values()) {
      expect(message).to.match(/GeneralError.*No active AmuletRules contract/u);
      expect(daml?.location).to.deep.include({
        module: "Splice.Scripts.Util",
        definition: "fetchAmuletRulesByKey",
        range: { line: 313, column: 13, endLine: 313, endColumn: 51 },
      });
      expect(daml?.excerpt?.lines[2]?.slice(12, 50)).to.equal(
        'abort "No active AmuletRules contract"',
      );
    }
  });
});
