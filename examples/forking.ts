/**
 * Forks a participant as a user who may only read, and tries on the fork what this user may not do on the
 * participant: pay a bill, advance the clock by a day, and undo the payment. The participant is a local one
 * with tokens; pass your URL and token to use yours. Run it with `node --import tsx examples/forking.ts`.
 */
import { createLedger, definePackage, defineTemplate, Int64, Party } from "ledger-in-a-box";
import { createUser } from "ledger-in-a-box/api";
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

// The participant: ann owes ben, and the user `reader` may read as ben.
const participant = await createLedger({ packages, clock: { freeze: "2030-01-01T09:00:00Z" } });
const debtor = await participant.allocateParty("ann");
const creditor = await participant.allocateParty("ben");
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
  fetch: createFetch(participant, { auth: { hs256Secret: secret } }), // remove for your participant
  token: () => tokenFor(secret, "reader"),
  webSocket: false, // remove for your participant
  ledger: { packages }, // only for packages in TypeScript, which have no archive; DARs are downloaded
});
const { ledger, pin, problems } = fork;
console.log(`forked at offset ${pin.offset}, ${pin.at}, with ${problems.length} problems`);

// On the participant the reader may not act as ann; on the fork any caller may.
const [bill] = ledger.contracts(Bill);
await ledger.submit({ actAs: debtor, commands: bill?.exercise(Bill.Pay, {}) ?? [] });
ledger.clock.advance("24h");
console.log(`paid: ${ledger.contracts(Bill).length} bills left, ${ledger.clock.time}`);
console.log(`there: ${participant.contracts(Bill).length} bill`);

await fork.reset();
console.log(`back at the pin: ${ledger.contracts(Bill).length} bill, ${ledger.clock.time}`);
await ledger.close();
await participant.close();
