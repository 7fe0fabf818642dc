import { expect } from "chai";

import { defaultConfig } from "../lib/api.ts";
import { createLedger, type LedgerOptions, pingPackage } from "../lib/index.ts";
import { createMemoryStore } from "../lib/store.ts";
import { rejectionOf } from "./support/error-of.ts";
import { plainPackage } from "./support/plain-package.ts";

const codeOf = async (options: LedgerOptions): Promise<string> =>
  (await rejectionOf(createLedger(options))).code;

describe("createLedger", () => {
  it("starts with one synchronizer, one administrator, the participant's party and nothing else", async () => {
    const { state } = await createLedger();
    expect(state.participantId).to.match(/^participant::1220[0-9a-f]{64}$/);
    expect(state.synchronizers.map(({ alias }) => alias)).to.deep.equal(["local"]);
    expect(state.synchronizers[0]?.id).to.match(/^local::1220[0-9a-f]{64}$/);
    expect([...state.parties.keys()]).to.deep.equal([state.participantId]);
    expect(Array.from(state.users.values(), ({ id, rights }) => [id, [...rights.keys()]]))
      .to //
      .deep.equal([["participant_admin", ["ParticipantAdmin"]]]);
    expect(state.ledgerEnd).to.equal(0);
    expect(state.contracts.size).to.equal(0);
  });

  it("derives ids from names; they are equal in every process", async () => {
    const options = { participantName: "here", synchronizers: [{ alias: "a" }, { alias: "b" }] };
    const [one, two] = [await createLedger(options), await createLedger(options)];
    expect(one.state.participantId).to.equal(two.state.participantId);
    expect(one.state.synchronizers.map(({ id }) => id)).to.deep.equal(
      two.state.synchronizers.map(({ id }) => id),
    );
    const ids = [one.state.participantId, ...one.state.synchronizers.map(({ id }) => id)];
    expect(new Set(ids.map((id) => id.split("::")[1])).size).to.equal(3);
  });

  it("uses given ids unchanged", async () => {
    const participantId = `p::1220${"0".repeat(64)}`;
    const id = `s::1220${"1".repeat(64)}`;
    const { state } = await createLedger({ participantId, synchronizers: [{ alias: "s", id }] });
    expect([state.participantId, state.synchronizers[0]?.id]).to.deep.equal([participantId, id]);
  });

  it("contains the ping package and the given packages, each once", async () => {
    const extra = plainPackage("extra");
    const { state } = await createLedger({ packages: [extra, pingPackage, extra] });
    expect(Array.from(state.packages.packages(), ({ name }) => name).sort()).to.deep.equal([
      "canton-builtin-admin-workflow-ping",
      "extra",
    ]);
  });

  it("reports the given version and limits, and the defaults of the other limits", async () => {
    const { config } = await createLedger({ version: "9.9", limits: { listWaitMillis: 0 } });
    expect(config).to.deep.equal({ ...defaultConfig, version: "9.9", listWaitMillis: 0 });
  });

  it("starts its clock at the given time, and takes no step while the ledger is created", async () => {
    const time = { freeze: "2030-01-31T12:00:00.000001Z" };
    const { clock, state } = await createLedger({ clock: time });
    expect(clock.now()).to.equal(1_896_091_200_000_001n);
    expect(state.synchronizers[0]?.recordTime).to.equal(clock.now());
    const start = new Date("2030-01-31T12:00:00Z");
    const stepping = await createLedger({ clock: { start, step: 1n } });
    expect(stepping.clock.now()).to.equal(BigInt(start.getTime()) * 1000n);
  });

  it("accepts a seed as number, text or bytes, and chooses a random one if absent", async () => {
    const drawn = async (options: LedgerOptions): Promise<string> =>
      (await createLedger(options)).commit((_, { seed }) => ({ events: [], outcome: seed.join() }));
    const seed = Uint8Array.of(1, 2);
    const before = await drawn({ seed });
    expect(await drawn({ seed: Uint8Array.of(1, 2) })).to.equal(before);
    expect(await drawn({ seed: "1" })).to.equal(await drawn({ seed: 1 }));
    expect(await drawn({ seed: 2 })).to.not.equal(await drawn({ seed: 1 }));
    expect(await drawn({})).to.not.equal(await drawn({}));
  });

  it("copies the bytes of its seed", async () => {
    const seed = Uint8Array.of(1);
    const options = { seed, clock: { freeze: 0n } };
    const ledger = await createLedger(options);
    seed[0] = 2;
    const draw = () =>
      ledger.commit((_, context) => ({ events: [], outcome: context.seed.join() }));
    const same = await createLedger({ ...options, seed: Uint8Array.of(1) });
    expect(await draw()).to.equal(
      await same.commit((_, context) => ({ events: [], outcome: context.seed.join() })),
    );
  });

  it("continues from the end of its store's journal", async () => {
    const store = createMemoryStore();
    const packages = [plainPackage("one")];
    const first = await createLedger({ store, packages, participantName: "first" });
    await first.commit(() => ({
      events: [{ kind: "userDeleted", userId: "participant_admin" }],
      outcome: undefined,
    }));
    const second = await createLedger({ store, packages, participantName: "second" });
    expect(second.state.participantId).to.equal(first.state.participantId);
    expect(second.state.position).to.equal(first.state.position);
    expect(second.state.users.size).to.equal(0);
  });

  it("adds new packages to a journal that is not empty", async () => {
    const store = createMemoryStore();
    await createLedger({ store });
    const late = plainPackage("late");
    const { state } = await createLedger({
      store,
      packages: [late],
      synchronizers: [{ alias: "local" }, { alias: "new" }],
    });
    expect(state.packages.get(late.packageId)).to.equal(late);
    expect(state.synchronizers.map(({ alias }) => alias)).to.deep.equal(["local", "new"]);
  });

  it("refuses a journal with packages that are not given", async () => {
    const store = createMemoryStore();
    await createLedger({ store, packages: [plainPackage("one")] });
    expect(await codeOf({ store })).to.equal("PACKAGE_NOT_FOUND");
  });

  it("refuses invalid options", async () => {
    const refused: readonly LedgerOptions[] = [
      { seed: 1.5 },
      { seed: Number.NaN },
      { participantName: "a::b" },
      { participantName: "" },
      { participantId: "no-fingerprint" },
      { synchronizers: [] },
      { synchronizers: [{ alias: "a" }, { alias: "a" }] },
      { synchronizers: [{ alias: "ä" }] },
      { synchronizers: [{ alias: "a", id: "a" }] },
      { clock: { freeze: "yesterday" } },
      { clock: { freeze: new Date(Number.NaN) } },
      { clock: { freeze: 10n ** 18n } },
      { clock: { start: 0n, step: -1n } },
      { limits: { maxListElements: -1 } },
      { limits: { maxListElements: 1.5 } },
      { limits: { maxListElements: "200" as never } },
      { limits: { maxDeduplicationMicros: 5 as never } },
      { limits: { maxListElement: 5 } as never },
      { precedence: "node" as never },
    ];
    for (const options of refused) {
      expect(await codeOf(options), JSON.stringify(Object.keys(options))).to.equal(
        "INVALID_ARGUMENT",
      );
    }
  });

  it("refuses two packages of one name and version", async () => {
    const rival = { ...pingPackage, packageId: "ab".repeat(32) };
    expect(await codeOf({ packages: [rival] })).to.equal("KNOWN_PACKAGE_VERSION");
  });
});
