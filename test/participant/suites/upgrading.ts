import { expect } from "chai";

import { addPackages } from "../../../lib/api.ts";
import type { Package } from "../../../lib/index.ts";
import {
  type CaseLedger,
  type Committed,
  type Created,
  createdIn,
  eventFormatFor,
  type Fields,
  templateOnly,
  type Update,
} from "../../support/catalogue/case-ledger.ts";
import { exercise, modelsPackage, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import {
  facesPackage,
  FirstTeller,
  FirstThing,
  SecondOther,
  Shown,
  versionPackages,
} from "../../support/catalogue/upgraded.ts";
import { type StreamClient, withStreams } from "../../support/stream-client.ts";
import { delta, effects, inShape, transactions } from "./streams.ts";

const refusedFilter =
  (templateId: string, code: string): Case =>
  async (api) => {
    const alice = await api.party("alice");
    const filters = templateOnly(templateId);
    const snapshot = { activeAtOffset: api.end, eventFormat: eventFormatFor([alice], filters) };
    await api.refused(404, code, ["POST", "/v2/state/active-contracts", snapshot]);
    for (const shape of [delta, effects] as const) {
      const body = { beginExclusive: 0, updateFormat: inShape([alice], shape, filters) };
      await api.refused(404, code, ["POST", "/v2/updates", body]);
    }
  };

const shownFilter = {
  identifierFilter: {
    InterfaceFilter: {
      value: {
        interfaceId: Shown.reference,
        includeInterfaceView: true,
        includeCreatedEventBlob: false,
      },
    },
  },
};

const templateFilter = (templateId: string) => ({
  identifierFilter: { TemplateFilter: { value: { templateId, includeCreatedEventBlob: false } } },
});

/** Returns the names in the created events. */
const namesIn = (created: readonly Created[]): readonly unknown[] =>
  created.map(({ interfaceViews }) =>
    (interfaceViews as readonly { readonly viewValue: Fields }[]).map(
      ({ viewValue }) => viewValue["name"],
    ),
  );

const createdOf = (of: readonly Committed[]): readonly Created[] =>
  of.flatMap(({ events }) => events.flatMap(({ CreatedEvent }) => CreatedEvent ?? []));

/** A stream of created events. `open` waits until the stream has returned a first event. */
class Subscription {
  readonly #client: StreamClient;

  private constructor(client: StreamClient) {
    this.#client = client;
  }

  static async open(
    connect: (path: string) => Promise<StreamClient>,
    api: CaseLedger,
    [party, filter]: readonly [party: string, filter: object],
  ): Promise<Subscription> {
    const client = await connect("/v2/updates");
    const filters = { cumulative: [filter, templateFilter(Note.reference)] };
    const subscription = new Subscription(
      client.send({ beginExclusive: 0, updateFormat: inShape([party], delta, filters) }),
    );
    const text = `open at ${api.end}`;
    await api.create(party, noteOf(party, [], text));
    await subscription.#until((created) =>
      created.some(({ createArgument }) => createArgument["text"] === text),
    );
    return subscription;
  }

  /** Resolves with the first `count` created events. */
  async things(count: number): Promise<readonly Created[]> {
    const isThing = ({ packageName }: Created): boolean => packageName === "versions";
    const all = await this.#until((created) => created.filter(isThing).length >= count);
    return all.filter(isThing);
  }

  async #until(isEnough: (created: readonly Created[]) => boolean): Promise<readonly Created[]> {
    for (let frames = 1; ; frames++) {
      const items = (await this.#client.frames(frames)) as readonly Update[];
      const created = createdOf(transactions(items));
      if (isEnough(created)) return created;
    }
  }
}

const [firstVersion, secondVersion, thirdVersion] = versionPackages;

const upload = (api: CaseLedger, ...packages: readonly Package[]) =>
  addPackages(api.ledger, { packages });

/** Returns the names of a party's active contracts. */
const namesAt = async (api: CaseLedger, party: string) =>
  namesIn(await api.activeContracts([party], { cumulative: [shownFilter] }));

const eventsOf = (contractId: string, party: string) => ({
  contractId,
  eventFormat: eventFormatFor([party], { cumulative: [shownFilter] }),
});

const events = "/v2/events/events-by-contract-id";

const nameOf = async (api: CaseLedger, contractId: string, party: string) => {
  const { created } = await api.post<{ readonly created: { readonly createdEvent: Created } }>(
    events,
    eventsOf(contractId, party),
  );
  return namesIn([created.createdEvent]);
};

const thingOf = (owner: string, more: Fields = {}, packageId?: string) => ({
  CreateCommand: {
    templateId: packageId === undefined ? FirstThing.reference : `${packageId}:Versions:Thing`,
    createArguments: { owner, count: "0", ...more },
  },
});

const otherOf = (owner: string, more: Fields = {}) => ({
  CreateCommand: {
    templateId: SecondOther.reference,
    createArguments: { owner, count: "0", ...more },
  },
});

const second = (times: number) => Array.from({ length: times }, () => ["second"]);
const third = (times: number) => Array.from({ length: times }, () => ["third"]);

export const upgrading: Suite = {
  name: "UpgradingIT",
  cases: {
    USubscriptionsUnknownPackageNames: refusedFilter("#nothing:M:T", "PACKAGE_NAMES_NOT_FOUND"),
    USubscriptionsNoTemplatesForPackageName: refusedFilter(
      "#models:Unknown:Template",
      "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    ),
    UDynamicSubscriptions: async (api) => {
      const alice = await api.party("alice");
      await upload(api, facesPackage, firstVersion);
      await withStreams(api.ledger, { auth: "disabled" }, async ({ connect }) => {
        const open = (filter: object) => Subscription.open(connect, api, [alice, filter]);
        const atFirst = await open(shownFilter);
        const things = await open(templateFilter(FirstThing.reference));
        const first = await api.create(alice, thingOf(alice));
        const afterFirst = await open(shownFilter);
        expect(await namesAt(api, alice)).to.deep.equal([]);
        await api.refused(404, "CONTRACT_EVENTS_NOT_FOUND", [
          "POST",
          events,
          eventsOf(first, alice),
        ]);

        await upload(api, secondVersion);
        expect(await namesAt(api, alice)).to.deep.equal(second(1));
        expect(await nameOf(api, first, alice)).to.deep.equal(second(1));
        const atSecond = await open(shownFilter);
        const others = await open(templateFilter(SecondOther.reference));
        await api.create(alice, thingOf(alice, { more: "more" }));
        await api.create(alice, thingOf(alice, {}, firstVersion.packageId));
        await api.create(alice, otherOf(alice));
        expect(await namesAt(api, alice)).to.deep.equal(second(3));

        await upload(api, thirdVersion);
        expect(await namesAt(api, alice)).to.deep.equal(third(3));
        expect(await nameOf(api, first, alice)).to.deep.equal(third(1));
        await api.create(alice, thingOf(alice, { more: "more" }));
        const atThird = await open(shownFilter);
        await api.create(alice, otherOf(alice, { more: "more" }));
        expect(await namesAt(api, alice)).to.deep.equal(third(4));

        // A stream keeps the package version with which it computed its first view.
        expect(namesIn(await atFirst.things(3))).to.deep.equal(second(3));
        expect(namesIn(await afterFirst.things(3))).to.deep.equal(second(3));
        expect(namesIn(await atSecond.things(4))).to.deep.equal(second(4));
        expect(namesIn(await atThird.things(4))).to.deep.equal(third(4));
        expect(await things.things(4)).to.have.length(4);
        expect(await others.things(2)).to.have.length(2);
      });
    },
    UPackageNameInEvents: async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      await api.submit(alice, exercise(Note.reference, contractId, "Keep"));
      const [note] = await api.activeContracts([alice]);
      expect(note).to.include({ packageName: "models" });
      await api.submit(alice, exercise(Note.reference, contractId, "Consume"));
      for (const [shape, count] of [
        [delta, 2],
        [effects, 3],
      ] as const) {
        const all = transactions(await api.updates(inShape([alice], shape)));
        const names = all.flatMap(({ events: of }) =>
          of.flatMap((event) => (Object.values(event) as readonly Fields[]).map(packageNameOf)),
        );
        expect(names, shape).to.deep.equal(Array.from({ length: count }, () => "models"));
      }
    },
    URepresentativePackageIdInEvents: async (api) => {
      const alice = await api.party("alice");
      const committed = await api.submit(alice, noteOf(alice));
      const { packageId } = modelsPackage;
      const deltas = transactions(await api.updates(inShape([alice], delta)));
      const seen = [...(await api.activeContracts([alice])), ...createdOf([committed, ...deltas])];
      expect(seen.map(({ representativePackageId }) => representativePackageId)).to.deep.equal([
        packageId,
        packageId,
        packageId,
      ]);
    },
    UChoicePackageId: async (api) => {
      const alice = await api.party("alice");
      await upload(api, facesPackage, firstVersion);
      const { contractId } = createdIn(
        await api.submit(alice, FirstTeller.create({ owner: alice })),
      );
      const tell = exercise(FirstTeller.reference, contractId, "Tell");
      const tellAs = async (more: Fields = {}) => {
        const { events: of } = await api.submit(alice, tell, more);
        const told: Fields = of[0]?.ExercisedEvent ?? expect.fail("nothing was exercised");
        return [String(told["templateId"]).replace(/:.*/u, ""), told["exerciseResult"]];
      };
      expect(await tellAs()).to.deep.equal([firstVersion.packageId, { by: "first" }]);
      await upload(api, secondVersion);
      expect(await tellAs()).to.deep.equal([
        secondVersion.packageId,
        { by: "second", more: "more" },
      ]);
      const packageIdSelectionPreference = [firstVersion.packageId];
      expect(await tellAs({ packageIdSelectionPreference })).to.deep.equal([
        firstVersion.packageId,
        { by: "first" },
      ]);
    },
  },
};

const packageNameOf = ({ packageName }: Fields) => packageName;
