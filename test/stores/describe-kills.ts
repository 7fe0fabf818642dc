import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect } from "chai";

import { createLedger, type Ledger, Ping } from "../../lib/index.ts";
import type { JournalStore, LedgerState } from "../../lib/store.ts";
import { compileProgram } from "../support/compile-program.ts";
import { wholeState } from "../support/whole-state.ts";

/**
 * `LEDGER_KILLS=500 npx mocha test/stores/level/kills.spec.ts --timeout 0` kills that often; likewise for
 * each store.
 */
const kills = Number(process.env["LEDGER_KILLS"] ?? "20");

/** The store whose process is killed and restarted. */
export interface KilledStore {
  /** The place for a new store. */
  readonly place: () => string;
  readonly open: (place: string, options: object) => Promise<JournalStore>;
  /** Options for opening it. */
  readonly optionsFor?: (place: string) => object;
  /** Factor of the number of kills. */
  readonly share?: number;
  /** The module of the product that exports `open`. */
  readonly module: string;
  /** Resolves when all requests of a killed process are done or dropped. */
  readonly quiet?: (place: string) => Promise<void>;
}

/**
 * Submits endlessly, eight commands in parallel; prints acknowledgements, and when it starts and ends a
 * revert.
 */
const writerOn = ({ module, open }: KilledStore): string => `
import { writeSync } from "node:fs";
import { createLedger, Ping } from "./lib/index.ts";
import { ${open.name} as openStore } from "${module}";

const [, , folder, run, options] = process.argv;
// So little is held that what happened moves to the past, and checkpoints are written, all the time.
const limits = { recentEntries: 8, entriesPerCheckpoint: 24 };
const ledger = await createLedger({ store: await openStore(folder, JSON.parse(options)), limits });
const party = ledger.state.participantId;
const tell = (line) => writeSync(1, line + "\\n");
let count = 0;
const submitOne = async () => {
  const commandId = run + "-" + ++count;
  const commands = Ping.create({ id: commandId, initiator: party, responder: party });
  const { updateId, completionOffset } = await ledger.submit({ actAs: party, commandId, commands });
  tell(["written", commandId, updateId, completionOffset].join(" "));
};
let snapshot = ledger.snapshot();
for (let round = 1; ; round++) {
  await Promise.all(Array.from({ length: 8 }, submitOne));
  if (round % 3 === 0) await ledger.prune(Math.max(ledger.state.ledgerEnd - 10, 1));
  if (round % 5 === 0) snapshot = ledger.snapshot();
  if (round % 7 === 0) {
    tell("reverting " + snapshot.state.ledgerEnd);
    await ledger.revert(snapshot);
    tell("reverted " + snapshot.state.ledgerEnd);
  }
}
`;

/** Keeps, deletes and restores named snapshots, and prints the ledger's content with each. */
const keeperOn = ({ module, open }: KilledStore): string => `
import { writeSync } from "node:fs";
import { createLedger, Ping } from "./lib/index.ts";
import { ${open.name} as openStore } from "${module}";

const [, , folder, run, options] = process.argv;
const limits = { recentEntries: 4, entriesPerCheckpoint: 8 };
const ledger = await createLedger({ store: await openStore(folder, JSON.parse(options)), limits });
const party = ledger.state.participantId;
const tell = (...words) => writeSync(1, words.join(" ") + "\\n");
const { namedSnapshots } = ledger;
const submit = (id) =>
  ledger.submit({ actAs: party, commands: Ping.create({ id, initiator: party, responder: party }) });
for (let round = 1; ; round++) {
  for (let count = 0; count < 3; count++) await submit(run + "-" + round + "-" + count);
  const ids = ledger.contracts(Ping).map(({ payload }) => payload.id).join(",");
  tell("keep", run + "-" + round, ids);
  await namedSnapshots.keep(run + "-" + round);
  tell("done");
  const [oldest, ...others] = await namedSnapshots.list();
  if (others.length > 4) {
    tell("forget", oldest.name);
    await namedSnapshots.forget(oldest.name);
    tell("done");
  }
  if (round % 2 === 0) await ledger.prune(ledger.state.ledgerEnd);
  if (round % 3 === 0) await namedSnapshots.revert((others[0] ?? oldest).name);
}
`;

/**
 * Returns the snapshots that must exist by the output, and those that may exist or not: their names
 * and contracts.
 */
const keptBy = (lines: readonly string[], before: ReadonlyMap<string, string>) => {
  const kept = new Map(before);
  let underWay: string | undefined;
  for (const line of lines) {
    const [what, name = "", ids = ""] = line.split(" ");
    if (what === "keep") kept.set(name, ids);
    if (what === "done" && underWay?.startsWith("forget ") === true) {
      kept.delete(underWay.slice("forget ".length));
    }
    underWay = what === "done" ? undefined : `${what ?? ""} ${name}`;
  }
  return { kept, unsure: underWay?.split(" ")[1] };
};

interface Acknowledged {
  readonly commandId: string;
  readonly updateId: string;
  readonly offset: number;
}

/**
 * Returns the content that must be on the ledger by the output; two possible ones if it was killed
 * during a revert.
 */
const expectedOf = (lines: readonly string[], before: readonly Acknowledged[]) => {
  let known = before;
  let underWay: number | undefined;
  for (const line of lines) {
    const [what, first = "", updateId = "", offset = ""] = line.split(" ");
    const upTo = Number(first);
    if (what === "written") {
      known = [...known, { commandId: first, updateId, offset: Number(offset) }];
    }
    if (what === "reverted") known = known.filter((each) => each.offset <= upTo);
    underWay = what === "reverting" ? upTo : what === "reverted" ? undefined : underWay;
  }
  const end = underWay;
  return end === undefined ? [known] : [known, known.filter(({ offset }) => offset <= end)];
};

const acceptedOn = ({ state }: Ledger): readonly Acknowledged[] =>
  Array.from(state.log.values()).flatMap(({ offset, completion }): readonly Acknowledged[] => {
    if (completion?.outcome.kind !== "accepted") return [];
    const { commandId } = completion.submission;
    return [{ commandId, updateId: completion.outcome.updateId, offset }];
  });

/** Folds the whole journal in memory, without checkpoints. */
const replayed = async (store: JournalStore): Promise<LedgerState> => {
  const copy = await createLedger({ store: await store.fork() });
  return copy.state;
};

const none = () => ({});

/** Defines the tests that a persistent store must pass after kills. */
export const describeKills = (store: KilledStore): void => {
  const { place, quiet, optionsFor = none, share = 1 } = store;
  const times = Math.ceil(kills * share);
  const open = (folder: string, options = optionsFor(folder)): Promise<JournalStore> =>
    store.open(folder, options);
  let programs = { writer: "", keeper: "" };
  before(async () => {
    programs = {
      writer: await compileProgram(`writer-${store.open.name}`, writerOn(store)),
      keeper: await compileProgram(`keeper-${store.open.name}`, keeperOn(store)),
    };
  });

  /** Returns the complete lines that a program printed until it was killed. */
  const killed = async (
    program: string,
    folder: string,
    run: number,
    millis: number,
  ): Promise<readonly string[]> => {
    const child = spawn(process.execPath, [
      program,
      folder,
      String(run),
      JSON.stringify(optionsFor(folder)),
    ]);
    let told = "";
    let errors = "";
    let timer: NodeJS.Timeout | undefined;
    const killLater = (): void => {
      timer ??= setTimeout(() => child.kill("SIGKILL"), millis);
    };
    // Some are killed before they have opened the store, others while they write. The duration of the start does
    // not matter.
    if (run % 3 === 0) killLater();
    child.stdout.on("data", (piece) => {
      told += String(piece);
      killLater();
    });
    child.stderr.on("data", (piece) => (errors += String(piece)));
    const [, signal] = (await once(child, "close")) as [number | null, string | null];
    clearTimeout(timer);
    expect(signal, errors).to.equal("SIGKILL");
    return told.split("\n").slice(0, -1);
  };

  it("has all acknowledged entries once, and no reverted ones", async function () {
    this.timeout(20_000 * times);
    const folder = place();
    let known: readonly Acknowledged[] = [];
    let acknowledged = 0;
    for (let run = 0; run < times; run++) {
      const lines = await killed(programs.writer, folder, run, Math.random() * 600);
      await quiet?.(folder);
      const journal = await open(folder);
      const ledger = await createLedger({ store: journal });
      const present = acceptedOn(ledger);
      const { prunedUpTo, ledgerEnd } = ledger.state;
      const left = ({ offset }: Acknowledged): boolean => offset > prunedUpTo;
      const candidates = expectedOf(lines, known).map((all) => all.filter(left));
      const ids = present.map(({ commandId }) => commandId);
      expect(new Set(ids).size).to.equal(ids.length);
      const isThere = (each: Acknowledged): boolean =>
        present.some((other) => JSON.stringify(other) === JSON.stringify(each));
      const lost = candidates.map((all) => all.filter((each) => !isThere(each)));
      expect(
        lost.some((all) => all.length === 0),
        JSON.stringify({ run, lost, ledgerEnd }),
      ).to.equal(true);
      acknowledged += lines.filter((line) => line.startsWith("written")).length;
      const state = wholeState(ledger.state);
      // The ledger's initial state follows from the journal.
      const bare = optionsFor === none ? journal : await open(folder, {});
      expect(wholeState(await replayed(bare))).to.deep.equal(state);
      if (bare !== journal) await bare.close();
      await ledger.close();
      const again = await createLedger({ store: await open(folder) });
      expect(wholeState(again.state)).to.deep.equal(state);
      await again.close();
      known = present;
    }
    // Two of three were killed while they wrote.
    expect(acknowledged).to.be.at.least(Math.floor((2 * times) / 3));
  });

  it("has each named snapshot completely or not at all", async function () {
    this.timeout(20_000 * kills);
    const folder = place();
    let before: ReadonlyMap<string, string> = new Map();
    let told = 0;
    for (let run = 0; run < Math.ceil(times / 5); run++) {
      const lines = await killed(programs.keeper, folder, run, Math.random() * 600);
      await quiet?.(folder);
      const ledger = await createLedger({ store: await open(folder) });
      const { namedSnapshots } = ledger;
      const names = (await namedSnapshots.list()).map(({ name }) => name);
      const { kept, unsure } = keptBy(lines, before);
      const sure = [...kept.keys()].filter((name) => name !== unsure);
      expect(names.filter((name) => name !== unsure)).to.have.members(sure);
      for (const name of names) {
        await namedSnapshots.revert(name);
        const ids = ledger.contracts(Ping).map(({ payload }) => payload.id);
        expect(ids.join(","), name).to.equal(kept.get(name));
      }
      told += lines.length;
      await ledger.close();
      before = new Map(names.map((name) => [name, kept.get(name) ?? ""]));
    }
    expect(told).to.be.greaterThan(0);
  });
};
