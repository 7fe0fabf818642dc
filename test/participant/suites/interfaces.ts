import { expect } from "chai";

import { addPackages } from "../../../lib/api.ts";
import {
  type CaseLedger,
  type Created,
  eventFormatFor,
  type Fields,
  formatFor,
  type Update,
} from "../../support/catalogue/case-ledger.ts";
import { exercise } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import {
  Counted,
  Late,
  latePackage,
  Named,
  One,
  Plain,
  Two,
} from "../../support/catalogue/viewed.ts";
import { wait } from "./work.ts";

type Shape = "TRANSACTION_SHAPE_ACS_DELTA" | "TRANSACTION_SHAPE_LEDGER_EFFECTS";
const delta: Shape = "TRANSACTION_SHAPE_ACS_DELTA";
const effects: Shape = "TRANSACTION_SHAPE_LEDGER_EFFECTS";

export const interfaces: Suite = {
  name: "InterfaceIT",
  cases: {
    ExerciseTemplateSuccess: async (api) => {
      const { alice, two } = await several(api);
      const { events } = await api.submit(alice, exercise(Two.reference, two, "Keep"));
      expect(events[0]?.ExercisedEvent).to.include({ interfaceId: null });
    },
    ExerciseInterfaceSuccess: async (api) => {
      const { alice, two } = await several(api);
      const { events } = await api.submit(alice, exercise(Counted.reference, two, "Archiving"));
      expect(events[0]?.ExercisedEvent?.["interfaceId"]).to.match(/:Viewed:Counted$/u);
      expect(events[0]?.ExercisedEvent?.["templateId"]).to.match(/:Viewed:Two$/u);
    },
    // The JSON decoder already finds that the template has no such choice.
    ExerciseInterfaceByTemplateFail: refusesArchivingBy(Two.reference),
    ExerciseInterfaceByRequiringFail: refusesArchivingBy(Named.reference),
  },
};

function refusesArchivingBy(reference: string): Case {
  return async (api) => {
    const { alice, two } = await several(api);
    const commands = api.commands(alice, exercise(reference, two, "Archiving"));
    await api.refused(400, "INVALID_ARGUMENT", ["POST", wait, commands]);
  };
}

/** Creates a contract of each template, owned by alice and readable by bob. */
async function several(api: CaseLedger) {
  const [alice, bob] = await api.parties("alice", "bob");
  const payload = { owner: alice, reader: bob };
  const one = await api.create(alice, One.create({ ...payload, count: 1 }));
  const two = await api.create(alice, Two.create({ ...payload, count: 2 }));
  const plain = await api.create(alice, Plain.create({ ...payload, count: 3 }));
  return { alice, bob, one, two, plain };
}

interface Wish {
  readonly interfaceId?: string;
  readonly templateId?: string;
  readonly view?: boolean;
}

const filterFor = (wishes: readonly Wish[], blobs: boolean): Fields => ({
  cumulative: wishes.map(({ interfaceId, templateId, view = true }) => ({
    identifierFilter:
      interfaceId === undefined
        ? { TemplateFilter: { value: { templateId, includeCreatedEventBlob: blobs } } }
        : {
            InterfaceFilter: {
              value: { interfaceId, includeInterfaceView: view, includeCreatedEventBlob: blobs },
            },
          },
  })),
});

interface View {
  readonly interfaceId: string;
  readonly viewStatus: { readonly code: number };
  readonly viewValue: Fields | null;
}

/** Returns the template name of a created event, and the content of each view. */
const viewed = (created: Created) => [
  nameOf(created.templateId),
  ...(created["interfaceViews"] as readonly View[])
    .map(({ interfaceId, viewStatus, viewValue }) =>
      [nameOf(interfaceId), viewStatus.code === 0 ? JSON.stringify(viewValue) : "failed"].join(" "),
    )
    .sort(),
];

const nameOf = (id: string) => id.replace(/^.*:/u, "");

const createdOf = (updates: readonly Update[]): readonly Created[] =>
  updates
    .flatMap(({ update }) => update.Transaction?.value.events ?? [])
    .flatMap(({ CreatedEvent }) => CreatedEvent ?? []);

const subscriptions = (prefix: string, blobs: boolean): Suite["cases"] => {
  const seen = async (
    api: CaseLedger,
    parties: readonly string[],
    wishes: readonly Wish[],
    shape: Shape = delta,
  ) => {
    const format = formatFor(parties, shape, filterFor(wishes, blobs));
    const found = createdOf(await api.updates({ includeTransactions: format }));
    for (const { createdEventBlob } of found) expect(createdEventBlob !== "").to.equal(blobs);
    return found;
  };
  const both = [{ interfaceId: Counted.reference }];
  const countOf = (owner: string, count: number) =>
    `Counted ${JSON.stringify({ owner, count: `${count}` })}`;

  const basic =
    (shape: Shape): Case =>
    async (api) => {
      const { alice, bob } = await several(api);
      const wishes = [...both, { templateId: Plain.reference }];
      const found = await seen(api, [bob], wishes, shape);
      expect(found.map(viewed)).to.deep.equal([
        ["One", countOf(alice, 1)],
        ["Two", countOf(alice, 2)],
        ["Plain"],
      ]);
    };

  const cases: Suite["cases"] = {
    TransactionsBasic: basic(delta),
    TransactionLedgerEffectsBasic: basic(effects),
    AcsBasic: async (api) => {
      const { alice, bob } = await several(api);
      const wishes = [...both, { templateId: Plain.reference }];
      const found = await api.activeContracts([bob], filterFor(wishes, blobs));
      expect(found.map(viewed)).to.deep.equal([
        ["One", countOf(alice, 1)],
        ["Two", countOf(alice, 2)],
        ["Plain"],
      ]);
      for (const { createdEventBlob } of found) expect(createdEventBlob !== "").to.equal(blobs);
    },
    MultipleWitness: async (api) => {
      const { alice, bob } = await several(api);
      const filtersByParty = {
        [alice]: filterFor(both, blobs),
        [bob]: filterFor([{ interfaceId: Named.reference }], blobs),
      };
      const eventFormat = { filtersByParty, verbose: true };
      const format = { eventFormat, transactionShape: delta };
      const found = createdOf(await api.updates({ includeTransactions: format }));
      for (const { witnessParties } of found) expect(witnessParties).to.have.members([alice, bob]);
      expect(viewed(found[1] ?? expect.fail())).to.deep.equal([
        "Two",
        countOf(alice, 2),
        'Named {"name":"number 2"}',
      ]);
    },
    MultipleViews: async (api) => {
      const { alice, bob } = await several(api);
      const payload = { owner: alice, reader: bob, count: -1 };
      await api.create(alice, Two.create(payload));
      const found = await seen(api, [alice], [...both, { interfaceId: Named.reference }]);
      expect(found.slice(1).map(viewed)).to.deep.equal([
        ["Two", countOf(alice, 2), 'Named {"name":"number 2"}'],
        ["Two", countOf(alice, -1), "Named failed"],
      ]);
    },
    TransactionsIrrelevantTransactions: async (api) => {
      const { bob } = await several(api);
      const found = await seen(api, [bob], [{ interfaceId: Named.reference }]);
      expect(found.map(({ templateId }) => nameOf(templateId))).to.deep.equal(["Two"]);
    },
    TransactionsDuplicateInterfaceFilters: async (api) => {
      const { bob } = await several(api);
      const hidden = { interfaceId: Counted.reference, view: false };
      const once = await seen(api, [bob], both);
      expect(await seen(api, [bob], [hidden, ...both])).to.deep.equal(once);
      expect(await seen(api, [bob], [...both, ...both])).to.deep.equal(once);
    },
    TransactionsDuplicateTemplateFilters: async (api) => {
      const { bob } = await several(api);
      const wish = { templateId: Plain.reference };
      const once = await seen(api, [bob], [wish]);
      expect(await seen(api, [bob], [wish, wish])).to.deep.equal(once);
      expect(once).to.have.length(1);
    },
    TransactionsNoIncludedView: async (api) => {
      const { alice, bob } = await several(api);
      const wishes = [{ interfaceId: Counted.reference, view: false }];
      const found = await seen(api, [bob], wishes);
      expect(found.map(viewed)).to.deep.equal([["One"], ["Two"]]);
      expect(found[0]?.createArgument).to.include({ owner: alice, count: "1" });
    },
    TransactionsEquivalentFilters: async (api) => {
      const { bob } = await several(api);
      const byTemplate = [One, Two].map(({ reference }) => ({ templateId: reference }));
      const ids = (of: readonly Created[]) => of.map(({ contractId }) => contractId);
      const wanted = ids(await seen(api, [bob], byTemplate));
      expect(ids(await seen(api, [bob], both))).to.deep.equal(wanted);
      expect(await seen(api, [bob], [...both, ...byTemplate])).to.deep.equal(
        await seen(api, [bob], both),
      );
    },
    TransactionsUnknownTemplateOrInterface: async (api) => {
      const { bob } = await several(api);
      for (const [wish, code] of [
        [{ templateId: "#viewed:Viewed:None" }, "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME"],
        [
          { interfaceId: "#viewed:Viewed:None" },
          "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
        ],
        [{ templateId: "#nothing:Viewed:One" }, "PACKAGE_NAMES_NOT_FOUND"],
      ] as const) {
        const eventFormat = eventFormatFor([bob], filterFor([wish], blobs));
        const body = { activeAtOffset: api.end, eventFormat };
        await api.refused(404, code, ["POST", "/v2/state/active-contracts", body]);
      }
    },
    TransactionsMultipleParties: async (api) => {
      const { alice, bob } = await several(api);
      const filtersByParty = {
        [alice]: filterFor([{ interfaceId: Counted.reference }], blobs),
        [bob]: filterFor([{ templateId: Two.reference }], blobs),
      };
      const format = { eventFormat: { filtersByParty, verbose: true }, transactionShape: delta };
      const found = createdOf(await api.updates({ includeTransactions: format }));
      expect(found.map(viewed)).to.deep.equal([
        ["One", countOf(alice, 1)],
        ["Two", countOf(alice, 2)],
      ]);
    },
    TransactionsSubscribeBeforeTemplateCreated: async (api) => {
      const { alice, bob } = await several(api);
      const format = formatFor([bob], delta, filterFor(both, blobs));
      const open = api.post<readonly Update[]>("/v2/updates?stream_idle_timeout_ms=300", {
        beginExclusive: api.end,
        updateFormat: { includeTransactions: format },
      });
      await addPackages(api.ledger, { packages: [latePackage] });
      await api.create(alice, Late.create({ owner: alice, reader: bob, count: 4 }));
      expect(createdOf(await open).map(viewed)).to.deep.equal([["Late", countOf(alice, 4)]]);
    },
  };
  return Object.fromEntries(
    Object.entries(cases).map(([id, run]) => [`${prefix}${id}`, run] as const),
  );
};

export const interfaceSubscriptions: readonly Suite[] = [
  { name: "InterfaceSubscriptionsIT", cases: subscriptions("IS", false) },
  { name: "InterfaceSubscriptionsWithEventBlobsIT", cases: subscriptions("ISWP", true) },
];
