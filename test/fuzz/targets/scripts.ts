import { isScriptError, runScript } from "../../../fixtures/script/index.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { createLedger, isLedgerError } from "../../../lib/index.ts";
import { listScripts } from "../../../lib/script/index.ts";
import { archiveOf, assembleDar } from "../../support/lf/assemble.ts";
import { scriptLibrary } from "../../support/lf/script-library.ts";
import { ScriptStage } from "../../support/script-stage.ts";
import { changedMessage } from "../mutate-messages.ts";
import { payloadOf } from "../payload-of.ts";
import { Fault, type Target } from "../target.ts";

const stage = new ScriptStage(`
  record At {time: Timestamp}
  template Coin with {owner: Party} { signatories [@Party this.owner]; }
  exception Bad {text: Text} message \\(e: Bad) -> e.text;
  val count: Int64 -> Int64 = \\(n: Int64) ->
    if EQUAL @Int64 n 0 then 0 else ADD_INT64 1 (Main:count (SUB_INT64 n 1));
  val plain: $Script Int64 = $pure @Int64 (Main:count 100);
  val asking: $Script Unit = $ask @At @Unit "SetTime" 1 (At {time = 1990-01-01T00:00:00Z});
  val throwing: $Script Unit = $bind @Unit @Unit ($pure @Unit ()) (\\(u: Unit) ->
    throw @($Script Unit) @Bad Bad {text = "in code"});
`);

/**
 * Returns a target whose inputs are untrusted Daml scripts, each run on an empty ledger. A script
 * may fail, but the program that runs it may not.
 */
export const scripts = (): Promise<Target> => {
  const library = scriptLibrary("3.4");
  return Promise.resolve({
    name: "scripts",
    seeds: [payloadOf(stage.main.archive)],
    change: changedMessage,
    attempt: async (payload) => {
      const dar = assembleDar({ name: "fuzzed", version: "1.0.0", ...archiveOf(payload) }, [
        library,
      ]);
      try {
        for (const script of listScripts(dar)) {
          const ledger = await createLedger({ daml: createDamlLoader(), seed: 1 });
          await runScript(script, { ledger, timeoutMillis: 10_000 }).catch(expectCivil);
          await ledger.close();
        }
        return "loaded";
      } catch (error) {
        if (isLedgerError(error)) return error.code;
        throw error instanceof Fault ? error : new Fault(String(error), { cause: error });
      }
    },
  });
};

const expectCivil = (error: unknown): void => {
  const isDefect = isLedgerError(error) && error.code === "LEDGER_API_INTERNAL_ERROR";
  if ((isScriptError(error) || isLedgerError(error)) && !isDefect) return;
  throw new Fault(String(error), { cause: error });
};
