import { expect } from "chai";

import { executePreparedAndWait } from "../../../../lib/api.ts";
import type { Ledger } from "../../../../lib/index.ts";
import { contractOf } from "../../../support/contract-of.ts";
import { Counter, Holding, Iou } from "../../../support/iou-package.ts";
import { decodePrepared } from "../../../support/prepared-transactions.ts";
import {
  prepare,
  signAndExecute,
  signedBody,
  signingLedger,
} from "../../../support/signing-ledger.ts";
import { Everything, everythingOf } from "../../../support/values-package.ts";

describe("prepared transactions", () => {
  it("are executed as signed, and the transaction contains the hash", async () => {
    const { ledger, alice, aliceKey: key } = await signingLedger();
    const signed = await signAndExecute(ledger, { party: alice, key }, iouOf(alice));
    const { prepared, transaction } = signed;
    expect(transaction.events).to.have.length(1);
    expect(transaction.externalTransactionHash).to.equal(
      Buffer.from(prepared.preparedTransactionHash, "base64").toString("hex"),
    );
  });

  it("are executed when the clock is before 1970", async () => {
    const clock = { freeze: "1960-01-01T12:00:00Z" };
    const { ledger, alice, aliceKey: key } = await signingLedger({ clock });
    const { transaction } = await signAndExecute(ledger, { party: alice, key }, iouOf(alice));
    expect(transaction.effectiveAt).to.equal(clock.freeze);
  });

  it("contain contract ids without their suffixes", async () => {
    const { ledger, alice, aliceKey: key } = await signingLedger();
    const { prepared, transaction } = await signAndExecute(
      ledger,
      { party: alice, key },
      everythingOf(alice),
    );
    const root = decodePrepared(prepared).transaction.nodes.get("0");
    if (root?.kind !== "create") return expect.fail("the root is a create");
    expect(root.contractId).to.match(/^00[0-9a-f]{64}$/);
    expect(createdIn(transaction)[0]).to.match(new RegExp(`^${root.contractId}`));
  });

  it("contain nested exercises, creates and fetches", async () => {
    const { ledger, alice, aliceKey: key } = await signingLedger();
    const first = await signAndExecute(ledger, { party: alice, key }, everythingOf(alice));
    const [contractId = ""] = createdIn(first.transaction);
    const command = contractOf(Everything, contractId).exercise(Everything.Copy, {
      times: 2n,
    });
    const { prepared, transaction } = await signAndExecute(ledger, { party: alice, key }, command);
    const kinds = [...decodePrepared(prepared).transaction.nodes.values()].map(({ kind }) => kind);
    expect(kinds).to.deep.equal([
      "fetch",
      "create",
      "create",
      "exercise",
      "create",
      "create",
      "exercise",
      "exercise",
    ]);
    expect(createdIn(transaction)).to.have.length(2);
  });

  it("contain exercises of choices through interfaces", async () => {
    const { ledger, alice, aliceKey: key } = await signingLedger();
    const first = await signAndExecute(ledger, { party: alice, key }, iouOf(alice));
    const [contractId = ""] = createdIn(first.transaction);
    const command = contractOf(Holding, contractId).exercise(Holding.Destroy);
    const { prepared } = await signAndExecute(ledger, { party: alice, key }, command);
    const root = decodePrepared(prepared).transaction.nodes.get("0");
    expect(root).to.include({ kind: "exercise", choice: "Destroy" });
    expect(root).to.have.property("interfaceId");
    expect(ledger.state.contracts.get(contractId)?.activation).to.equal(undefined);
  });

  it("contain contract keys with V3", async () => {
    const { ledger, alice, aliceKey } = await signingLedger();
    const scheme = { hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3" };
    const counter = Counter.create({ owner: alice, name: "a", count: 1n });
    const created = await prepare(ledger, alice, counter, scheme);
    await executePreparedAndWait(ledger, signedBody(created, aliceKey));
    const increment = Counter.exerciseByKey({ owner: alice, name: "a" }, Counter.Increment);
    const prepared = await prepare(ledger, alice, increment, scheme);
    await executePreparedAndWait(ledger, signedBody(prepared, aliceKey));
    expect(ledger.state.active.all.size).to.equal(1);
  });

  it("are executed by a ledger that did not prepare them", async () => {
    const { ledger, alice, aliceKey } = await signingLedger();
    const other = await ledger.fork();
    const prepared = await prepare(ledger, alice, everythingOf(alice));
    await executePreparedAndWait(other, signedBody(prepared, aliceKey));
    expect(other.state.active.all.size).to.equal(1);
    expect(ledger.state.active.all.size).to.equal(0);
  });

  it("differ in every call of prepare, which does not change the ledger", async () => {
    const { ledger, alice } = await signingLedger();
    const before = ledger.state;
    const hashes = new Set<string>();
    for (let times = 0; times < 5; times++) {
      const prepared = await prepare(ledger, alice, iouOf(alice), { commandId: "the same" });
      hashes.add(prepared.preparedTransactionHash);
    }
    expect(hashes.size).to.equal(5);
    expect(ledger.state).to.equal(before);
  });

  it("are limited to the ledger time that they read, and to no time if they read none", async () => {
    const { ledger, alice, aliceKey: key } = await signingLedger();
    const first = await signAndExecute(ledger, { party: alice, key }, everythingOf(alice));
    expect(decodePrepared(first.prepared).metadata).to.not.have.any.keys(
      "minLedgerTime",
      "maxLedgerTime",
    );
    const [contractId = ""] = createdIn(first.transaction);
    const { metadata } = decodePrepared(
      await prepare(ledger, alice, contractOf(Everything, contractId).exercise(Everything.When)),
    );
    expect(metadata.minLedgerTime).to.equal(ledger.clock.now());
    expect(metadata.maxLedgerTime).to.equal(metadata.minLedgerTime);
  });

  it("are executed at the ledger time that they read, even if the clock has moved in either direction since", async () => {
    const { ledger, alice, aliceKey: key } = await signingLedger();
    const first = await signAndExecute(ledger, { party: alice, key }, everythingOf(alice));
    const [contractId = ""] = createdIn(first.transaction);
    const when = contractOf(Everything, contractId).exercise(Everything.When);
    const before = ledger.snapshot();
    ledger.clock.advance("30s");
    const read = ledger.clock.now();
    const later = await prepare(ledger, alice, when);
    ledger.clock.advance("20s");
    await executePreparedAndWait(ledger, signedBody(later, key));
    expect(effectiveAtEnd(ledger)).to.equal(read);
    await ledger.revert(before);
    expect(ledger.clock.now() < read).to.equal(true);
    await executePreparedAndWait(ledger, signedBody(later, key));
    expect(effectiveAtEnd(ledger)).to.equal(read);
  });

  it("contain their input contracts as disclosed contracts", async () => {
    const { ledger, alice, aliceKey: key } = await signingLedger();
    const first = await signAndExecute(ledger, { party: alice, key }, everythingOf(alice));
    const [contractId = ""] = createdIn(first.transaction);
    const { metadata } = decodePrepared(
      await prepare(ledger, alice, contractOf(Everything, contractId).exercise(Everything.Replace)),
    );
    expect(metadata.inputContracts.map(({ contract }) => contract.contractId)).to.deep.equal([
      contractId,
    ]);
  });

  it("list children before their parents, as on a participant", async () => {
    const { ledger, alice, bob, aliceKey: key } = await signingLedger();
    const first = await signAndExecute(ledger, { party: alice, key }, iouOf(alice));
    const [contractId = ""] = createdIn(first.transaction);
    const transfer = contractOf(Iou, contractId).exercise(Iou.Transfer, { newOwner: bob });
    const { transaction } = decodePrepared(await prepare(ledger, alice, transfer));
    expect([...transaction.nodes.keys()]).to.deep.equal(["1", "0"]);
    expect(transaction.roots).to.deep.equal(["0"]);
  });

  it("omit the details of their hash unless the ledger allows them", async () => {
    const { ledger, alice } = await signingLedger();
    const untold = await prepare(ledger, alice, iouOf(alice));
    expect(untold.hashingDetails).to.equal(null);
    const refused = await prepare(ledger, alice, iouOf(alice), { verboseHashing: true });
    expect(refused.hashingDetails).to.match(/^Verbose hashing is disabled on this participant\./);
  });

  it("contain the details of their hash if requested and allowed", async () => {
    const { ledger, alice } = await signingLedger({ limits: { verboseHashing: true } });
    const { hashingDetails } = await prepare(ledger, alice, iouOf(alice), { verboseHashing: true });
    expect(hashingDetails).to.match(
      /^node 0: [0-9a-f]{64}\ntransaction: .*\nmetadata: .*\ntotal: /,
    );
  });
});

const iouOf = (party: string) =>
  Iou.create({ issuer: party, owner: party, amount: "10", watchers: [] });

const createdIn = ({ events }: { readonly events: readonly object[] }): readonly string[] =>
  events.flatMap((event) =>
    "CreatedEvent" in event ? [(event.CreatedEvent as { contractId: string }).contractId] : [],
  );

/** Returns the ledger time of the last update. */
const effectiveAtEnd = ({ state }: Ledger): bigint => {
  const update = state.log.get(state.ledgerEnd)?.update;
  return update?.kind === "transaction" ? update.effectiveAt : expect.fail("it is none");
};
