import { encodeBase64 } from "../../../lib/base/values/base64.ts";
import { encodeCreatedEventBlob } from "../../../lib/contracts/transaction/created-event-blob.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { asking } from "../served.ts";
import type { Target } from "../target.ts";

/** Returns a target whose inputs are created-event blobs of disclosed contracts. */
export const createdEventBlobs = async (): Promise<Target> => {
  const { ledger, alice, bob } = await iouLedger();
  const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [bob] };
  const templateId = "#iou:Iou:Iou";
  await ledger.submit({
    actAs: alice,
    commands: { CreateCommand: { templateId, createArguments } },
  });
  const [active] = ledger.state.active.all.values();
  if (active === undefined) throw new TypeError("there is a contract");
  const { contract } = active;
  const { contractId } = contract;
  const ask = asking(ledger);
  return {
    name: "created-event-blobs",
    seeds: [Buffer.from(encodeCreatedEventBlob(contract), "base64")],
    attempt: (input) =>
      ask("POST", "/v2/commands/submit-and-wait", {
        body: {
          userId: "fuzz",
          commandId: "fuzz",
          actAs: [alice],
          commands: [
            { ExerciseCommand: { templateId, contractId, choice: "Inspect", choiceArgument: {} } },
          ],
          disclosedContracts: [{ createdEventBlob: encodeBase64(input) }],
        },
      }),
  };
};
