// Exports of a user's program: all their types must have public names.
import {
  Bool,
  CalendarDate,
  ContractId,
  createLedger,
  defineInterface,
  definePackage,
  defineTemplate,
  enumeration,
  genericRecord,
  genericVariant,
  GenMap,
  Int64,
  type Ledger,
  List,
  method,
  Numeric,
  Optional,
  Party,
  record,
  Text,
  TextMap,
  Timestamp,
  type TransactionContext,
  Unit,
  variant,
} from "ledger-in-a-box";
import {
  activeContracts,
  allocateParty,
  listParties,
  prepareTransaction,
  submitAndWaitForTransaction,
  trustedCaller,
} from "ledger-in-a-box/api";
import { defineHistory } from "ledger-in-a-box/history";
import { coin, coinHistory } from "ledger-in-a-box/coin";
import { createDamlLoader } from "ledger-in-a-box/daml";
import { defineFixture, iou, loadFixture, openScenarios } from "ledger-in-a-box/fixtures";
import {
  attachLedgerStreams,
  createControlRouter,
  createFetch,
  createHistoryRouter,
  createLedgerRouter,
} from "ledger-in-a-box/middleware";
import {
  currentTest,
  ledgerAssertions,
  type LedgerMatchers,
  ledgerMatchers,
  onboardExternalParty,
  signPrepared,
  testKeyPair,
  useLedger,
} from "ledger-in-a-box/testing";

export const Colour = enumeration("Main:Colour", ["red", "green"]);
export const Address = record("Main:Address", { street: Text, floor: Optional(Int64) });
export const Pair = genericRecord("Main:Pair", (first: typeof Text, second: typeof Int64) => ({
  first,
  second,
}));
export const Payment = variant("Main:Payment", { Cash: Unit, Transfer: { to: Party } });
export const Either = genericVariant("Main:Either", (left: typeof Text, right: typeof Int64) => ({
  Left: left,
  Right: right,
}));

export const Holding = defineInterface("Main:Holding", {
  view: { owner: Party, amount: Numeric(10), note: Optional(Text) },
  methods: {
    transfer: method<(tx: TransactionContext, to: Party) => ContractId<"Main:Holding">>(),
  },
  choices: {
    Transfer: {
      argument: { to: Party },
      result: ContractId("Main:Holding"),
      controllers: ({ view }) => [view.owner],
    },
  },
});

export const Iou = defineTemplate("Main:Iou", {
  payload: {
    issuer: Party,
    owner: Party,
    amount: Numeric(10),
    due: CalendarDate,
    since: Optional(Timestamp),
    colour: Colour,
    address: Address,
    paid: Payment,
    either: Either(Text, Int64),
    pair: Pair(Text, Int64),
    urgent: Bool,
    nested: Optional(Optional(Text)),
    labels: TextMap(List(Text)),
    shares: GenMap(Party, Numeric(2)),
  },
  key: {
    type: { issuer: Party, number: Int64 },
    of: (iou) => ({ issuer: iou.issuer, number: 1 }),
    maintainers: (key) => [key.issuer],
  },
  signatories: (iou) => [iou.issuer],
  choices: {
    Settle: { controllers: (iou) => [iou.owner] },
    Split: {
      argument: { parts: List(Numeric(10)), note: Optional(Text) },
      result: List(ContractId("Main:Iou")),
      consuming: false,
      controllers: (iou) => [iou.owner],
    },
  },
});
Iou.implement({
  Settle: () => undefined,
  Split: (transaction, self, { parts }) =>
    parts.map((amount) => transaction.create(Iou, { ...self, amount })),
});
Iou.implements(Holding, {
  view: ({ owner, amount }) => ({ owner, amount }),
  transfer: (self, transaction, to) => transaction.create(Iou, { ...self, owner: to }).as(Holding),
});

export const NoteTemplate = defineTemplate("Main:Note", {
  payload: { author: Party, text: Text },
  signatories: ({ author }) => [author],
});

export const ious = definePackage({
  name: "ious",
  version: "1.0.0",
  templates: { Iou, Note: NoteTemplate },
  interfaces: { Holding },
});

export const history = defineHistory({ coins: [], rules: [] });

export const openSampleLedger = () =>
  createLedger({ packages: [ious, coin], history: [coinHistory] });
export const createLedgerWithDaml = () => createLedger({ daml: createDamlLoader() });

export const issue = (ledger: Ledger, author: string) =>
  ledger.submit({ actAs: author, commands: NoteTemplate.create({ author, text: "owed" }) });
export const issueNote = async (ledger: Ledger, author: string) =>
  (await issue(ledger, author)).created(NoteTemplate);
export const archiveNote = (note: ContractId<"Main:Note">) => note.exercise(NoteTemplate.Archive);
export const split = (owed: ContractId<"Main:Iou">) => owed.exercise(Iou.Split, { parts: ["1.0"] });

export const alice = (ledger: Ledger) => allocateParty(ledger, { partyIdHint: "alice" });
export const listAllParties = (ledger: Ledger) => listParties(ledger, {}, trustedCaller);
export const readActiveContracts = (ledger: Ledger) =>
  activeContracts(ledger, { activeAtOffset: 0 }, trustedCaller);
export const stateOf = (ledger: Ledger) => ledger.state;
export const contractsOf = ({ state }: Ledger) => state.active.all;
export const getPartyStates = ({ state }: Ledger) => state.parties;
export const logOf = ({ state }: Ledger) => state.log;
export const submit = submitAndWaitForTransaction;
export const prepare = prepareTransaction;

export const iousOf = (ledger: Ledger, owner: string) =>
  ledger.contracts(Iou, { as: owner, where: { urgent: true } });
export const holdings = (ledger: Ledger) => ledger.contracts(Holding);
export const readUntypedIous = (ledger: Ledger) => ledger.contracts("#ious:Main:Iou");
export const splitIou = async (ledger: Ledger, owed: ContractId<"Main:Iou">) =>
  (await ledger.submit({ actAs: "alice", commands: split(owed) })).exercised(Iou.Split);
export const following = (ledger: Ledger, as: string) => ledger.updates({ as });

export const fetchOf = (ledger: Ledger) => createFetch(ledger, { auth: "disabled" });
export const routers = (ledger: Ledger) => [
  createLedgerRouter(ledger, { auth: { hs256Secret: "of the app" } }),
  createHistoryRouter(ledger),
  createControlRouter(ledger),
];
export const streams = attachLedgerStreams;

export const fixture = defineFixture;
export const load = loadFixture;
export const scenarios = openScenarios;
export const scenario = iou;

export const keys = testKeyPair("alice");
export const onboard = onboardExternalParty;
export const sign = signPrepared;

export const withLedger = useLedger({
  steps: [{ packages: [ious] }, { parties: ["alice", "bob"] }],
});
export const createNoteTest = withLedger(async ({ ledger, parties: { alice } }, title: string) => {
  await ledger.submit({
    actAs: alice,
    commands: NoteTemplate.create({ author: alice, text: title }),
  });
});
export const getLedgerOfCurrentTest = () => currentTest().ledger;
export const assertions = ledgerAssertions;
export const matchers = ledgerMatchers;
export const expectIouLedger = (of: LedgerMatchers, ledger: Ledger) => {
  of.toHaveCreated(Iou, { owner: "alice", amount: 10 });
  of.toMatchLedger(ledger, { of: [NoteTemplate, "#ious:Main:Iou"] });
  return of.toFailWith("CONTRACT_NOT_FOUND");
};
