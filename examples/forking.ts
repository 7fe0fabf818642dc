/**
 * A participant is forked by a user who may only read, and things are tried on the fork that nobody could try there: a bill is paid, a day passes, the
 * payment is undone. The participant is one of ours, with tokens; with the URL and a token of yours it is yours. Run it with
 * `node --import tsx examples/forking.ts`.
 */
import { createLedger, definePackage, defineTemplate, Int64, Party } from "ledger-in-a-box";
import { allocateParty, createUser } from "ledger-in-a-box/api";
import { forkParticipant } from "ledger-in-a-box/fork";
import { createFetch } from "ledger-in-a-box/middleware";
import { tokenFor } from "ledger-in-a-box/testing";

const secret = "only an example";

const Bill = defineTemplate("Main:Bill", {
  payload: { creditor: Party, debtor: Party, cents: Int64 },
  signatories: ({ creditor, debtor }) => [creditor, debtor],
  choices: { Pay: { controllers: ({ debtor }) => [debtor] } },
});
Bill.implement({ Pay: () => undefined });
const packages = [definePackage({ name: "bills", version: "1.0.0", templates: { Bill } })];

// The participant: ann owes ben, and the user `reader` may read what ben sees.
const participant = await createLedger({ packages, clock: { freeze: "2030-01-01T09:00:00Z" } });
const allocate = async (partyIdHint: string): Promise<string> =>
  (await allocateParty(participant, { partyIdHint })).partyDetails.party;
const debtor = await allocate("ann");
const creditor = await allocate("ben");
await participant.submit({
  actAs: [debtor, creditor],
  commands: Bill.create({ creditor, debtor, cents: 500n }),
});
await createUser(participant, {
  user: { id: "reader", primaryParty: "", isDeactivated: false, identityProviderId: "" },
  rights: [{ kind: { CanReadAs: { value: { party: creditor } } } }],
});

const fork = await forkParticipant({
  url: "https://participant.example",
  fetch: createFetch(participant, { auth: { hs256Secret: secret } }), // not for yours
  token: () => tokenFor(secret, "reader"),
  webSocket: false, // not for yours, either
  ledger: { packages }, // of packages in TypeScript a participant has no archive; DARs it has
});
const { ledger, pin, problems } = fork;
console.log(`forked at offset ${pin.offset}, ${pin.at}, with ${problems.length} problems`);

// The reader may not act as ann there. Here anybody may.
const [bill] = ledger.contracts(Bill);
await ledger.submit({ actAs: debtor, commands: bill?.exercise(Bill.Pay, {}) ?? [] });
ledger.clock.advance("24h");
console.log(`paid: ${ledger.contracts(Bill).length} bills left, ${ledger.clock.time}`);
console.log(`there: ${participant.contracts(Bill).length} bill`);

await fork.reset();
console.log(`back at the pin: ${ledger.contracts(Bill).length} bill, ${ledger.clock.time}`);
await ledger.close();
await participant.close();
