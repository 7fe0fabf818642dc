/**
 * Records a shop's session with a participant and replays it on a fork: first unchanged, then with an empty
 * purse, and prints the answers that change. The participant is a local one with tokens; pass your URL and
 * token to use yours. Run it with `node --import tsx examples/record-and-replay.ts`.
 */
import { createLedger, definePackage, defineTemplate, Int64, Party } from "ledger-in-a-box";
import { createUser } from "ledger-in-a-box/api";
import { forkParticipant } from "ledger-in-a-box/fork";
import { createFetch } from "ledger-in-a-box/middleware";
import { createRecorder, parseRecording, replayOn } from "ledger-in-a-box/recording";
import { tokenFor } from "ledger-in-a-box/testing";

const secret = "only an example";
const url = "https://participant.example";

const Purse = defineTemplate("Money:Purse", {
  payload: { owner: Party, cents: Int64 },
  signatories: ({ owner }) => [owner],
  ensure: ({ cents }) => cents >= 0n,
  choices: {
    Pay: { argument: { cents: Int64 }, controllers: ({ owner }) => [owner] },
  },
});
Purse.implement({
  Pay: (transaction, { owner, cents }, paid) => {
    transaction.create(Purse, { owner, cents: cents - paid.cents });
  },
});
const packages = [definePackage({ name: "money", version: "1.0.0", templates: { Purse } })];

// The participant: ann has a purse, and the user `shop` acts for her.
const participant = await createLedger({ packages, seed: 1 });
const owner = await participant.allocateParty("ann");
await participant.submit({ actAs: owner, commands: Purse.create({ owner, cents: 500n }) });
await createUser(participant, {
  user: { id: "shop", primaryParty: owner, isDeactivated: false, identityProviderId: "" },
  rights: [{ kind: { CanActAs: { value: { party: owner } } } }],
});
const served = createFetch(participant, { auth: { hs256Secret: secret } });
const token = tokenFor(secret, "shop");

// Make the fork before the session, because packages and users cannot be forked at an earlier offset.
const { ledger: fork } = await forkParticipant({
  url,
  token,
  fetch: served,
  webSocket: false,
  ledger: { packages, seed: 2 },
});

/** Pays twice, with the contract id from the previous answer. */
const session = async (fetch: typeof globalThis.fetch): Promise<void> => {
  let [purse = ""] = participant.contracts(Purse).map(({ contractId }) => contractId);
  for (const bill of ["bill-1", "bill-2"]) {
    const ExerciseCommand = {
      templateId: "#money:Money:Purse",
      contractId: purse,
      choice: "Pay",
      choiceArgument: { cents: "200" },
    };
    const answer = await fetch(`${url}/v2/commands/submit-and-wait-for-transaction`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        commands: {
          commandId: bill,
          userId: "shop",
          actAs: [owner],
          commands: [{ ExerciseCommand }],
        },
      }),
    });
    const { transaction } = (await answer.json()) as Submitted;
    const created = transaction.events.flatMap(({ CreatedEvent }) => CreatedEvent ?? []);
    purse = created[0]?.contractId ?? "";
  }
};

interface Submitted {
  readonly transaction: {
    readonly events: readonly { readonly CreatedEvent?: { readonly contractId: string } }[];
  };
}

const lines: string[] = [];
const recorder = createRecorder({ fetch: served, write: (line) => lines.push(line) });
await session(recorder.fetch);
await recorder.close();
const recording = parseRecording(lines.join(""));

const same = await replayOn(await fork.fork(), recording);
console.log(`As it was: ${same.exchanges.length} calls, ${same.counts.differs} answered otherwise`);

const [purse] = fork.contracts(Purse);
await fork.submit({ actAs: owner, commands: purse?.exercise(Purse.Pay, { cents: 400n }) ?? [] });
const poorer = await replayOn(fork, recording);
for (const { id, name, differences, decidedBy } of poorer.exchanges) {
  const [first] = differences;
  console.log(
    `#${id} ${name}: ${first?.pointer ?? "as recorded"}, ${decidedBy?.split(":")[0] ?? ""}`,
  );
}
await participant.close();
