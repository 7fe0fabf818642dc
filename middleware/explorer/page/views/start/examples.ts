/** The program that the page runs first: the example of the README without a test runner. */
export const exampleProgram = `import { definePackage, defineTemplate, Numeric, Party } from "ledger-in-a-box";
import { addPackages, allocateParty } from "ledger-in-a-box/api";

const Iou = defineTemplate("Main:Iou", {
  payload: { issuer: Party, owner: Party, amount: Numeric(2) },
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
  ensure: ({ amount }) => amount.isPositive(),
  choices: {
    Settle: { controllers: ({ owner }) => [owner] },
  },
});
Iou.implement({ Settle: () => undefined });

const packages = [definePackage({ name: "my-iou", version: "1.0.0", templates: { Iou } })];

export default async ({ ledger, print }) => {
  await addPackages(ledger, { packages });
  const party = async (partyIdHint: string): Promise<string> =>
    (await allocateParty(ledger, { partyIdHint })).partyDetails.party;
  const [bank, alice] = [await party("bank"), await party("alice")];

  await ledger.submit({
    actAs: bank,
    commands: Iou.create({ issuer: bank, owner: alice, amount: "10.0" }),
  });
  for (const { payload } of ledger.contracts(Iou, { as: alice })) {
    print("The bank owes alice", payload.amount.toString());
  }
};
`;

/** A fixture for a ledger that has the package `iou`, which every ledger of this page has. */
export const exampleFixture = `steps:
  - parties: [mint, zoe]
  - submit:
      as: [mint, zoe]
      id: note
      create:
        template: "#iou:Iou:Iou"
        arguments:
          { issuer: "\${mint}", owner: "\${zoe}", currency: EUR, amount: 100, observers: [] }
  - submit:
      as: zoe
      exercise: { contract: note, choice: Split, argument: { amount: "40" } }
`;
