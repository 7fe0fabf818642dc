import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect } from "chai";

import { createLedger } from "../../lib/create-ledger.ts";
import type { JournalStore, Ledger, LedgerState } from "../../lib/index.ts";
import { compiled } from "../support/compiled.ts";
import { wholeState } from "../support/whole-state.ts";

/** `LEDGER_KILLS=500 npx mocha test/stores/level/kills.spec.ts --timeout 0` kills that often; so for each store. */
const kills = Number(process.env["LEDGER_KILLS"] ?? "20");

/** What is killed, and found again. */
export interface KilledStore {
  /** Where a new one is to be. */
  readonly place: () => string;
  readonly open: (place: string) => Promise<JournalStore>;
  /** Which module of the product exports `open`, by its name there. */
  readonly module: string;
  /** Until what a process asked for before it was killed is done, or will not be. */
  readonly quiet?: (place: string) => Promise<void>;
}

/** Submits without end, eight at a time; tells what was acknowledged, when it goes back and that it has. */
const writerOn = ({ module, open }: KilledStore): string => `
import { writeSync } from "node:fs";
import { createLedger, Ping } from "./lib/index.ts";
import { ${open.name} as openStore } from "${module}";

const [, , folder, run] = process.argv;
// So little is held that what happened moves to the past, and checkpoints are written, all the time.
const limits = { recentEntries: 8, entriesPerCheckpoint: 24 };
const ledger = await createLedger({ store: await openStore(folder), limits });
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

interface Acknowledged {
  readonly commandId: string;
  readonly updateId: string;
  readonly offset: number;
}

/** What must be on the ledger by what was told; two answers where it was killed while it went back. */
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

/** The whole journal, folded in memory. */
const replayed = async (store: JournalStore): Promise<LedgerState> => {
  const copy = await createLedger({ store: await store.fork() });
  return copy.state;
};

/** Describes what must be true of a store that is kept, in a suite of that. */
export const describeKills = (store: KilledStore): void => {
  const { place, open, quiet } = store;
  let program = "";
  before(async () => {
    program = await compiled(`writer-${store.open.name}`, writerOn(store));
  });

  /** What the writer told until it was killed, in whole lines. */
  const killed = async (
    folder: string,
    run: number,
    millis: number,
  ): Promise<readonly string[]> => {
    const child = spawn(process.execPath, [program, folder, String(run)]);
    let told = "";
    let errors = "";
    let timer: NodeJS.Timeout | undefined;
    const killLater = (): void => {
      timer ??= setTimeout(() => child.kill("SIGKILL"), millis);
    };
    // Some are killed before they have opened the store, others while they write, however long they take to begin.
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

  it("has all that was acknowledged, once, and nothing that was reverted", async function () {
    this.timeout(20_000 * kills);
    const folder = place();
    let known: readonly Acknowledged[] = [];
    let acknowledged = 0;
    for (let run = 0; run < kills; run++) {
      const lines = await killed(folder, run, Math.random() * 600);
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
      // All that it began with follows from the journal.
      expect(wholeState(await replayed(journal))).to.deep.equal(state);
      await ledger.close();
      const again = await createLedger({ store: await open(folder) });
      expect(wholeState(again.state)).to.deep.equal(state);
      await again.close();
      known = present;
    }
    // Two of three were killed while they wrote.
    expect(acknowledged).to.be.at.least(Math.floor((2 * kills) / 3));
  });
};
