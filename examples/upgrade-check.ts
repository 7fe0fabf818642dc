/**
 * Checks the next version of a package against the contracts of a participant before it is uploaded: the
 * packages are compatible, but one of three contracts is not. The participant is a local one with tokens;
 * pass your URL and token to use yours. With a DAR, run `npx ledger-in-a-box upgrade-check new.dar --fork
 * https://…`. Run it with `node --import tsx examples/upgrade-check.ts`.
 */
import {
  createLedger,
  definePackage,
  defineTemplate,
  Int64,
  Optional,
  Party,
  Text,
} from "ledger-in-a-box";
import { checkUpgrade, createUser } from "ledger-in-a-box/api";
import { forkParticipant } from "ledger-in-a-box/fork";
import { createFetch } from "ledger-in-a-box/middleware";
import { tokenFor } from "ledger-in-a-box/testing";

const secret = "only an example";

const Bill = defineTemplate("Main:Bill", {
  payload: { creditor: Party, cents: Int64 },
  signatories: ({ creditor }) => [creditor],
});
const v1 = definePackage({ name: "bills", version: "1.0.0", templates: { Bill } });

// The next version adds a memo, and does not allow bills of zero.
const NextBill = defineTemplate("Main:Bill", {
  payload: { creditor: Party, cents: Int64, memo: Optional(Text) },
  signatories: ({ creditor }) => [creditor],
  ensure: ({ cents }) => cents > 0n,
});
const v2 = definePackage({ name: "bills", version: "1.1.0", templates: { Bill: NextBill } });

const participant = await createLedger({ packages: [v1] });
const creditor = await participant.allocateParty("ben");
await participant.submit({
  actAs: creditor,
  commands: [500n, 0n, 20n].map((cents) => Bill.create({ creditor, cents })),
});
await createUser(participant, {
  user: { id: "reader", primaryParty: "", isDeactivated: false, identityProviderId: "" },
  rights: [{ kind: { CanReadAs: { value: { party: creditor } } } }],
});

const { ledger } = await forkParticipant({
  url: "https://participant.example",
  fetch: createFetch(participant, { auth: { hs256Secret: secret } }), // remove for your participant
  token: tokenFor(secret, "reader"),
  webSocket: false, // remove for your participant
  ledger: { packages: [v1] },
});

const { packages, failures } = await checkUpgrade(ledger, { packages: [v2] });
for (const { name, version, comparedWith, problems, contracts } of packages) {
  console.log(
    `${name} ${version} after ${comparedWith.join()}: ${problems.length} problems, ${contracts} contracts tried`,
  );
}
for (const { rule, templateId, before } of failures) {
  const { cents } = before as { readonly cents: string };
  console.log(`${templateId.split(":").at(-1) ?? ""} of ${cents} cents: ${rule}`);
}
await ledger.close();
await participant.close();
