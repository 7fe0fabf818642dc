import { expect } from "chai";

import {
  activeContracts,
  allocateParty,
  createUser,
  grantUserRights,
  listParties,
  prune,
  trustedCaller,
  updates,
} from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";
import { createMemoryStore } from "../../../lib/store.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Counter, Iou, iouPackage } from "../../support/iou-package.ts";
import { freezeState, plainState } from "../../support/plain-state.ts";

/** Makes every kind of change on the ledger. */
const live = async ({ ledger, alice, bob }: IouLedger): Promise<void> => {
  const issued = await ledger.submit({
    actAs: alice,
    commands: Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [alice] }),
  });
  const [iou] = issued.created(Iou);
  if (iou === undefined) throw new TypeError("no IOU was created");
  await ledger.submit({
    actAs: [alice, bob],
    commands: [
      iou.exercise(Iou.Transfer, { newOwner: alice }),
      Counter.create({ owner: alice, name: "__proto__", count: 1 }),
      Counter.exerciseByKey({ owner: alice, name: "__proto__" }, Counter.Increment, {}),
    ],
  });
  const twice = { actAs: alice, commandId: "twice", userId: "ann" };
  const counter = Counter.create({ owner: alice, name: "a", count: 1 });
  await ledger.submit({ ...twice, commands: counter });
  const repeated = await rejectionOf(ledger.submit({ ...twice, commands: counter }));
  expect(repeated.code).to.equal("DUPLICATE_COMMAND");
  await allocateParty(ledger, { partyIdHint: "__proto__" });
  await createUser(ledger, { user: { id: "ann" } }, trustedCaller);
  const rights = [{ kind: { CanActAs: { value: { party: alice } } } }];
  await grantUserRights(ledger, { userId: "ann", rights }, trustedCaller);
};

/** Reads everything through the functions that clients use. */
const read = ({ ledger, alice, bob }: IouLedger): readonly unknown[] => {
  const eventFormat = eventFormatJson([alice, bob]);
  const { ledgerEnd } = ledger.state;
  const transactionShape = "TRANSACTION_SHAPE_LEDGER_EFFECTS";
  return [
    [...activeContracts(ledger, { activeAtOffset: ledgerEnd, eventFormat })],
    listParties(ledger, {}, trustedCaller),
    [
      ...(updates(ledger, {
        beginExclusive: ledger.state.prunedUpTo,
        endInclusive: ledgerEnd,
        updateFormat: { includeTransactions: { eventFormat, transactionShape } },
      }) as Iterable<unknown>),
    ],
  ];
};

describe("published ledger state", () => {
  it("can be deeply frozen, and everything continues to work", async () => {
    const given = await iouLedger();
    const { ledger } = given;
    freezeState(ledger.state);
    ledger.subscribe(() => freezeState(ledger.state));
    await live(given);
    read(given);
    await prune(ledger, 4);
    read(given);
  });

  it("is unchanged after later commits and reads", async () => {
    const given = await iouLedger();
    const states = [given.ledger.state];
    const seen = states.map(plainState);
    given.ledger.subscribe(() => {
      states.push(given.ledger.state);
      seen.push(plainState(given.ledger.state));
    });
    await live(given);
    read(given);
    expect(states.map(plainState)).to.deep.equal(seen);
    expect(states.length).to.be.greaterThan(6);
  });

  it("equals the state that a replay of the journal gives", async () => {
    const store = createMemoryStore();
    const given = await iouLedger({ store });
    await live(given);
    await prune(given.ledger, 5);
    const again = await createLedger({ store, packages: [iouPackage] });
    expect(plainState(again.state)).to.deep.equal(plainState(given.ledger.state));
    const parties: Pick<IouLedger, "alice" | "bob" | "carol"> = given;
    expect(read({ ...parties, ledger: again })).to.deep.equal(read(given));
  });

  it("returns equal JSON on all ledgers with the same seed and actions", async () => {
    const one = await iouLedger({ seed: "same" });
    const two = await iouLedger({ seed: "same" });
    const other = await iouLedger({ seed: "other" });
    for (const given of [one, two, other]) await live(given);
    expect(JSON.stringify(read(one))).to.equal(JSON.stringify(read(two)));
    expect(JSON.stringify(read(one))).to.not.equal(JSON.stringify(read(other)));
  });
});
