import { expect } from "chai";

import { signTopology, type TestKeyPair } from "../../../../fixtures/testing/index.ts";
import {
  allocateExternalParty,
  executePreparedAndWaitForTransaction,
  generateExternalPartyTopology,
  submitAndWaitForReassignment,
  type SynchronizerId,
} from "../../../../lib/api.ts";
import type { Ledger, PartyId } from "../../../../lib/index.ts";
import { activeContractIds } from "../../../support/active-contract-ids.ts";
import { completionsOn } from "../../../support/commands-body.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { Iou } from "../../../support/iou-package.ts";
import { prepare, signedBody, signingLedger } from "../../../support/signing-ledger.ts";
import { reassignmentBody, unassignCommand } from "../../../support/two-synchronizers.ts";

const onboard = async (
  ledger: Ledger,
  { hint, key, synchronizer }: { hint: string; key: TestKeyPair; synchronizer: SynchronizerId },
): Promise<void> => {
  const topology = generateExternalPartyTopology(ledger, {
    synchronizer,
    partyHint: hint,
    publicKey: key.publicKey,
  });
  await allocateExternalParty(ledger, { synchronizer, ...signTopology(topology, key) });
};

describe("signed transaction with inputs on another synchronizer", () => {
  let ledger: Ledger;
  let alice: PartyId;
  let key: TestKeyPair;
  let east: SynchronizerId;
  let west: SynchronizerId;
  let contractId: string;

  beforeEach(async () => {
    const synchronizers = [{ alias: "east" }, { alias: "west" }];
    ({ ledger, alice, aliceKey: key } = await signingLedger({ synchronizers }));
    [east = "", west = ""] = ledger.state.synchronizers.map(({ id }) => id);
    await onboard(ledger, { hint: "alice", key, synchronizer: west });
    const create = Iou.create({ issuer: alice, owner: alice, amount: "1", watchers: [] });
    const prepared = await prepare(ledger, alice, create, { synchronizerId: east });
    await executePreparedAndWaitForTransaction(ledger, signedBody(prepared, key));
    contractId = activeContractIds(ledger.state).at(-1) ?? "";
  });

  const inspect = () =>
    prepare(
      ledger,
      alice,
      {
        ExerciseCommand: {
          templateId: "#iou:Iou:Iou",
          contractId,
          choice: "Inspect",
          choiceArgument: {},
        },
      },
      { synchronizerId: west },
    );

  const activation = () => ledger.state.contracts.get(contractId)?.activation;

  it("is prepared on the requested synchronizer, and reassigns nothing before it is executed", async () => {
    const before = ledger.state;
    await inspect();
    expect(ledger.state).to.equal(before);
    expect(activation()?.synchronizerId).to.equal(east);
  });

  it("reassigns its inputs on execution, on behalf of the party that signed", async () => {
    const prepared = await inspect();
    const { ledgerEnd } = ledger.state;
    const body = signedBody(prepared, key);
    const { transaction } = await executePreparedAndWaitForTransaction(ledger, body);
    expect([transaction.synchronizerId, transaction.offset]).to.deep.equal([west, ledgerEnd + 3]);
    expect(activation()).to.deep.include({ synchronizerId: west, reassignmentCounter: 1 });
    const told = completionsOn(ledger).filter(({ offset }) => offset > ledgerEnd);
    expect(told.map(({ submission: { actAs } }) => actAs)).to.deep.equal(Array(3).fill([alice]));
    expect(new Set(told.map(({ submission: { commandId } }) => commandId)).size).to.equal(1);
  });

  it("is rejected if the inputs were reassigned meanwhile, and reassigns nothing", async () => {
    const body = signedBody(await inspect(), key);
    await submitAndWaitForReassignment(
      ledger,
      reassignmentBody(alice, unassignCommand(contractId, east, west)),
    );
    const { code } = await rejectionOf(executePreparedAndWaitForTransaction(ledger, body));
    expect(code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
    expect(activation()).to.equal(undefined);
  });
});
