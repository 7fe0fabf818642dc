import { expect } from "chai";

import { addPackages } from "../../../lib/api.ts";
import type { Package } from "../../../lib/index.ts";
import {
  type Asked,
  type Committed,
  type Created,
  createdIn,
  eventFormatFor,
  type Fields,
  templateOnly,
  type Update,
} from "../../support/catalogue/asked.ts";
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
  async (asked) => {
    const alice = await asked.party("alice");
    const filters = templateOnly(templateId);
    const snapshot = { activeAtOffset: asked.end, eventFormat: eventFormatFor([alice], filters) };
    await asked.refused(404, code, ["POST", "/v2/state/active-contracts", snapshot]);
    for (const shape of [delta, effects] as const) {
      const body = { beginExclusive: 0, updateFormat: inShape([alice], shape, filters) };
      await asked.refused(404, code, ["POST", "/v2/updates", body]);
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

/** The names in the created events. */
const namesIn = (created: readonly Created[]): readonly unknown[] =>
  created.map(({ interfaceViews }) =>
    (interfaceViews as readonly { readonly viewValue: Fields }[]).map(
      ({ viewValue }) => viewValue["name"],
    ),
  );

const createdOf = (of: readonly Committed[]): readonly Created[] =>
  of.flatMap(({ events }) => events.flatMap(({ CreatedEvent }) => CreatedEvent ?? []));

/** A stream of created events. It has started once it has returned a note. */
class Subscription {
  readonly #client: StreamClient;

  private constructor(client: StreamClient) {
    this.#client = client;
  }

  static async open(
    connect: (path: string) => Promise<StreamClient>,
    asked: Asked,
    [party, filter]: readonly [party: string, filter: object],
  ): Promise<Subscription> {
    const client = await connect("/v2/updates");
    const filters = { cumulative: [filter, templateFilter(Note.reference)] };
    const subscription = new Subscription(
      client.send({ beginExclusive: 0, updateFormat: inShape([party], delta, filters) }),
    );
    const text = `open at ${asked.end}`;
    await asked.create(party, noteOf(party, [], text));
    await subscription.#until((created) =>
      created.some(({ createArgument }) => createArgument["text"] === text),
    );
    return subscription;
  }

  /** The first `count` created events. */
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

const upload = (asked: Asked, ...packages: readonly Package[]) =>
  addPackages(asked.ledger, { packages });

/** The names of alice's contracts in a snapshot. */
const namesAt = async (asked: Asked, party: string) =>
  namesIn(await asked.activeContracts([party], { cumulative: [shownFilter] }));

const eventsOf = (contractId: string, party: string) => ({
  contractId,
  eventFormat: eventFormatFor([party], { cumulative: [shownFilter] }),
});

const events = "/v2/events/events-by-contract-id";

const nameOf = async (asked: Asked, contractId: string, party: string) => {
  const { created } = await asked.post<{ readonly created: { readonly createdEvent: Created } }>(
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
    UDynamicSubscriptions: async (asked) => {
      const alice = await asked.party("alice");
      await upload(asked, facesPackage, firstVersion);
      await withStreams(asked.ledger, { auth: "disabled" }, async ({ connect }) => {
        const open = (filter: object) => Subscription.open(connect, asked, [alice, filter]);
        const atFirst = await open(shownFilter);
        const things = await open(templateFilter(FirstThing.reference));
        const first = await asked.create(alice, thingOf(alice));
        const afterFirst = await open(shownFilter);
        expect(await namesAt(asked, alice)).to.deep.equal([]);
        await asked.refused(404, "CONTRACT_EVENTS_NOT_FOUND", [
          "POST",
          events,
          eventsOf(first, alice),
        ]);

        await upload(asked, secondVersion);
        expect(await namesAt(asked, alice)).to.deep.equal(second(1));
        expect(await nameOf(asked, first, alice)).to.deep.equal(second(1));
        const atSecond = await open(shownFilter);
        const others = await open(templateFilter(SecondOther.reference));
        await asked.create(alice, thingOf(alice, { more: "more" }));
        await asked.create(alice, thingOf(alice, {}, firstVersion.packageId));
        await asked.create(alice, otherOf(alice));
        expect(await namesAt(asked, alice)).to.deep.equal(second(3));

        await upload(asked, thirdVersion);
        expect(await namesAt(asked, alice)).to.deep.equal(third(3));
        expect(await nameOf(asked, first, alice)).to.deep.equal(third(1));
        await asked.create(alice, thingOf(alice, { more: "more" }));
        const atThird = await open(shownFilter);
        await asked.create(alice, otherOf(alice, { more: "more" }));
        expect(await namesAt(asked, alice)).to.deep.equal(third(4));

        // A stream keeps the package version with which it computed its first view.
        expect(namesIn(await atFirst.things(3))).to.deep.equal(second(3));
        expect(namesIn(await afterFirst.things(3))).to.deep.equal(second(3));
        expect(namesIn(await atSecond.things(4))).to.deep.equal(second(4));
        expect(namesIn(await atThird.things(4))).to.deep.equal(third(4));
        expect(await things.things(4)).to.have.length(4);
        expect(await others.things(2)).to.have.length(2);
      });
    },
    UPackageNameInEvents: async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      await asked.submit(alice, exercise(Note.reference, contractId, "Keep"));
      const [note] = await asked.activeContracts([alice]);
      expect(note).to.include({ packageName: "models" });
      await asked.submit(alice, exercise(Note.reference, contractId, "Consume"));
      for (const [shape, count] of [
        [delta, 2],
        [effects, 3],
      ] as const) {
        const all = transactions(await asked.updates(inShape([alice], shape)));
        const names = all.flatMap(({ events: of }) =>
          of.flatMap((event) => (Object.values(event) as readonly Fields[]).map(packageNameOf)),
        );
        expect(names, shape).to.deep.equal(Array.from({ length: count }, () => "models"));
      }
    },
    URepresentativePackageIdInEvents: async (asked) => {
      const alice = await asked.party("alice");
      const committed = await asked.submit(alice, noteOf(alice));
      const { packageId } = modelsPackage;
      const deltas = transactions(await asked.updates(inShape([alice], delta)));
      const seen = [
        ...(await asked.activeContracts([alice])),
        ...createdOf([committed, ...deltas]),
      ];
      expect(seen.map(({ representativePackageId }) => representativePackageId)).to.deep.equal([
        packageId,
        packageId,
        packageId,
      ]);
    },
    UChoicePackageId: async (asked) => {
      const alice = await asked.party("alice");
      await upload(asked, facesPackage, firstVersion);
      const { contractId } = createdIn(
        await asked.submit(alice, FirstTeller.create({ owner: alice })),
      );
      const tell = exercise(FirstTeller.reference, contractId, "Tell");
      const tellAs = async (more: Fields = {}) => {
        const { events: of } = await asked.submit(alice, tell, more);
        const told: Fields = of[0]?.ExercisedEvent ?? expect.fail("nothing was exercised");
        return [String(told["templateId"]).replace(/:.*/u, ""), told["exerciseResult"]];
      };
      expect(await tellAs()).to.deep.equal([firstVersion.packageId, { by: "first" }]);
      await upload(asked, secondVersion);
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
