import { isLedgerError } from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";
import {
  createMockFromRecording,
  createRecorder,
  parseRecording,
  redactRecording,
  replayOn,
  serializeRecording,
} from "../../../middleware/recording/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { changedJson } from "../mutate-json.ts";
import { Fault, type Target } from "../target.ts";

const base = "http://participant.example/v2";

/**
 * Returns a target whose inputs are untrusted recordings. They are read, redacted, replayed, and
 * used to answer requests.
 */
export const recordings = async (): Promise<Target> => {
  const { ledger, alice, bob } = await iouLedger();
  const before = ledger.snapshot();
  const lines: string[] = [];
  const recorder = createRecorder({
    fetch: createFetch(ledger, { auth: "disabled" }),
    write: (line) => lines.push(line),
  });
  const post = (path: string, body: object) =>
    recorder.fetch(`${base}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const createArguments = { issuer: alice, owner: bob, amount: "1.0", watchers: [] };
  const commands = [{ CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } }];
  const commandId = "11111111-1111-4111-8111-111111111111";
  await post("/commands/submit-and-wait", { commandId, userId: "ann", actAs: [alice], commands });
  const eventFormat = { filtersByParty: { [bob]: {} }, verbose: true };
  const activeAtOffset = ledger.state.ledgerEnd;
  await post("/state/active-contracts", { eventFormat, activeAtOffset });
  await recorder.fetch(`${base}/version`);
  await recorder.close();
  await ledger.revert(before);
  return {
    name: "recordings",
    seeds: [new TextEncoder().encode(lines.join(""))],
    change: changedJson,
    attempt: async (input) => {
      try {
        const recording = parseRecording(new TextDecoder().decode(input));
        parseRecording(serializeRecording(redactRecording(recording)));
        const mock = createMockFromRecording(recording);
        for (const exchange of recording.exchanges) {
          const { path } = exchange;
          await mock.fetch(new URL(path, base)).catch(expectCivil);
        }
        const fork = await ledger.fork();
        await replayOn(fork, recording).catch(expectCivil);
        await fork.close();
        return "loaded";
      } catch (error) {
        return expectCivil(error);
      }
    },
  };
};

const expectCivil = (error: unknown): string => {
  if (isLedgerError(error)) return error.code;
  throw error instanceof Fault ? error : new Fault(String(error), { cause: error });
};
