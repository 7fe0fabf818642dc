import { type LedgerContents, outcomeOfTrace, type Trace } from "./contract-trace.ts";
import { computed, type ValueRow, type ValueTable } from "./value-table.ts";

/**
 * The result of the steps; two results if it depends on whether the protocol version allows effects to be
 * rolled back.
 */
type Gives = string | { readonly allowed: string; readonly refused: string };

const refused = "fails DAML_EFFECTFUL_ROLLBACK_ERROR";
const undone = (allowed: string): Gives => ({ allowed, refused });

/**
 * Returns rows that run the steps in both modes: where effects may be rolled back, and where they may not.
 */
const trace = (steps: string, gives: Gives, ledger?: LedgerContents): readonly ValueRow[] =>
  [false, true].map((refusesUndo) => {
    const run: Trace = { steps, refusesUndo, ...(ledger === undefined ? {} : { ledger }) };
    const expected =
      typeof gives === "string" ? gives : refusesUndo ? gives.refused : gives.allowed;
    return computed(
      `${steps}${refusesUndo ? " [effects may not be undone]" : ""}`,
      () => outcomeOfTrace(run),
      expected,
    );
  });

/** Returns the rows twice: for contracts without a key and with the key k. */
const eachWay = (
  of: (key: string, local: (of: string) => string) => readonly ValueRow[],
): readonly ValueRow[] => [
  ...of("", (without) => without || "nothing"),
  ...of(" k", (without) => ["local k: a", without].filter((part) => part !== "").join("; ")),
];

const onLedger = (key: string): LedgerContents => ({
  contracts: { a: key === "" ? undefined : key.trim() },
});
const ofKey = (...names: readonly string[]): LedgerContents => ({
  contracts: Object.fromEntries(names.map((name) => [name, "k"])),
  byKey: { k: names },
});

/** Returns a row that runs the steps only where effects may be rolled back. */
const once = (steps: string, gives: string, ledger?: LedgerContents): ValueRow =>
  computed(
    `${steps}, by key`,
    () =>
      outcomeOfTrace({ steps, refusesUndo: false, ...(ledger === undefined ? {} : { ledger }) }),
    gives,
  );

const notActive = "fails CONTRACT_NOT_ACTIVE";
const notFound = "fails CONTRACT_NOT_FOUND";
const inconsistent = "fails INCONSISTENT_CONTRACT_KEY";

const upTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

const named = (numbers: readonly number[]): readonly string[] =>
  numbers.map((number) => `c${number}`);
const listed = (names: readonly string[]): string => names.join(" ") || "none";

/** Returns rows in which the transaction consumes some of ten contracts with a key between two queries. */
const consumedBetween = (consumed: number, count: number): readonly ValueRow[] => {
  const consumedOnes = named([10, 8, 7, 3, 6, 1, 9, 4, 2, 5].slice(0, consumed));
  const latestFirst = named(upTo(10).toReversed());
  const found = latestFirst.slice(0, count);
  const left = found.filter((name) => !consumedOnes.includes(name));
  if (left.length === 0) return [];
  const steps = [
    ...named(upTo(10)).map((name) => `create ${name} k`),
    `query k ${count}`,
    ...consumedOnes.map((name) => `archive ${name}`),
    `query k ${left.length}`,
  ];
  return trace(
    steps.join("; "),
    [
      `found ${listed(found)}`,
      `found ${listed(left)}`,
      `local k: ${listed(latestFirst)}`,
      ...(consumed === 0 ? [] : [`consumed ${listed(consumedOnes)}`]),
    ].join("; "),
  );
};

/** Facts about the state of contracts in a transaction after each step. */
export const contractStateTable: ValueTable = {
  suite: "transaction-tests/…/transaction/NextGenContractStateMachineSpec",
  about: "contracts of a transaction",
  groups: [
    {
      title: "do not exist if nothing was done",
      rows: [
        ...trace("", "nothing"),
        ...trace("try; end", "nothing"),
        ...trace("try; undo", "nothing"),
      ],
    },
    {
      title: "are created",
      rows: [
        ...trace("create a", "nothing"),
        ...trace("create a; create b", "nothing"),
        ...trace("create a k; create b k", "local k: b a"),
        ...trace("try; create a; end", "nothing"),
        ...trace("try; create a; undo", undone("nothing")),
        ...trace("try; create a k; undo; create b k", undone("local k: b")),
      ],
    },
    {
      title: "are consumed at most once",
      rows: [
        ...eachWay((key, local) => trace(`create a${key}; archive a`, local("consumed a"))),
        ...trace("create a; archive a; archive a", notActive),
        ...eachWay((key, local) =>
          trace(`create a${key}; try; archive a; end`, local("consumed a")),
        ),
        ...eachWay((key, local) =>
          trace(`create a${key}; try; archive a; undo`, undone(local(""))),
        ),
        ...eachWay((key, local) =>
          trace(`try; create a${key}; archive a; end`, local("consumed a")),
        ),
        ...eachWay((key) => trace(`try; create a${key}; archive a; undo`, undone("nothing"))),
        ...trace("create a; try; archive a; undo; archive a", undone("consumed a")),
      ],
    },
    {
      title: "can be used by id while they are active",
      rows: [
        ...eachWay((key) => trace("get a", "inputs a", onLedger(key))),
        ...trace("get a; get a", "inputs a", onLedger("k")),
        ...eachWay((key, local) => trace(`create a${key}; get a`, local(""))),
        ...trace("create a k; archive a; get a", notActive),
        ...eachWay((key) => trace("try; get a; end", "inputs a", onLedger(key))),
        ...eachWay((key) => trace("try; get a; undo", "inputs a", onLedger(key))),
        ...trace("try; get a; undo; get a", "inputs a", onLedger("k")),
        ...eachWay((key) => trace("get a; archive a", "inputs a; consumed a", onLedger(key))),
        ...trace("get a; archive a; get a", notActive, onLedger("k")),
        ...eachWay((key) => trace(`create a${key}; archive a; get a`, notActive)),
        ...eachWay((key) => trace(`create a${key}; try; archive a; end; get a`, notActive)),
        ...eachWay((key, local) =>
          trace(`create a${key}; try; archive a; undo; get a`, undone(local(""))),
        ),
        // Canton's state machine allows the use of a contract whose create was rolled back. Here
        // the use fails, because the engine checks whether the contract is active.
        ...eachWay((key) => trace(`try; create a${key}; archive a; undo; get a`, undone(notFound))),
      ],
    },
    {
      title: "are queried by key, up to the requested number",
      rows: [
        ...trace("query k 2", "found a; inputs a; ledger: k a all", ofKey("a")),
        ...upTo(10).flatMap((count) => {
          const names = named(upTo(count));
          return trace(
            `query k ${count + 1}`,
            `found ${listed(names)}; inputs ${listed(names)}; ledger: k ${listed(names)} all`,
            ofKey(...names),
          );
        }),
        ...trace("query k 3", "found none; ledger: k all"),
        ...trace(
          "query k 6",
          "found a b c d e; inputs a b c d e; ledger: k a b c d e all",
          ofKey("a", "b", "c", "d", "e"),
        ),
      ],
    },
    {
      title: "are requested from the ledger only once",
      rows: [
        ...trace(
          "query k 4; query k 2",
          "found a b c; found a b; inputs a b c; ledger: k a b c all",
          ofKey("a", "b", "c"),
        ),
        ...trace(
          "try; query k 2; undo; query k 1",
          "found a; found a; inputs a; ledger: k a all",
          ofKey("a"),
        ),
        ...trace("try; query k 2; end", "found a; inputs a; ledger: k a all", ofKey("a")),
        ...trace("try; query k 2; undo", "found a; inputs a; ledger: k a all", ofKey("a")),
      ],
    },
    {
      title: "are found by key among the created ones, the latest first",
      rows: upTo(10).flatMap((count) => {
        const names = ["d", "c", "b", "a"];
        return trace(
          `create a k; create b k; create c k; create d k; query k ${count}`,
          [
            `found ${listed(names.slice(0, count))}`,
            ...(count > 4 ? ["ledger: k all"] : []),
            `local k: ${listed(names)}`,
          ].join("; "),
        );
      }),
    },
    {
      title: "are not found by key after they were consumed",
      rows: [
        ...trace(
          "query k 2; archive a",
          "found a; inputs a; ledger: k a all; consumed a",
          ofKey("a"),
        ),
        ...[0, ...upTo(10)].flatMap((consumed) =>
          [1, 3, 5, 10].flatMap((count) => consumedBetween(consumed, count)),
        ),
      ],
    },
    {
      title: "must be the same by id and by key",
      rows: [
        ...trace("get a; query k 2", "found a; inputs a; ledger: k a all", ofKey("a")),
        ...trace("query k 2; get a", "found a; inputs a; ledger: k a all", ofKey("a")),
        ...trace("query k 2; get b", inconsistent, {
          contracts: { a: "k", b: "k" },
          byKey: { k: ["a"] },
        }),
        ...trace("get a; query k 2", inconsistent, {
          contracts: { a: "k", b: "k" },
          byKey: { k: ["b"] },
        }),
        ...trace("get a; query k 1", inconsistent, { contracts: { a: "k" } }),
        ...trace("query k 1; get a", inconsistent, { contracts: { a: "k" } }),
      ],
    },
    {
      title: "are requested from the ledger only by keys that queries use",
      rows: [
        once("create a k", "local k: a"),
        once("get a; query l 1", "found b; inputs a b; ledger: l b", {
          contracts: { a: "k", b: "l" },
          byKey: { l: ["b"] },
        }),
        once(
          "use a; archive b; query m 1; use c; query n 1; archive d",
          "found c; found d; inputs a b c d; ledger: m c n d; consumed b d",
          {
            contracts: { a: "k", b: "l", c: "m", d: "n" },
            byKey: { m: ["c"], n: ["d"] },
          },
        ),
        once("query k 1", "found none; ledger: k all"),
        once("query k 1", "found a; inputs a; ledger: k a", ofKey("a")),
        once("create a k; archive a; create b k", "local k: b a; consumed a"),
        once("try; create a k; undo; create b k", "local k: b"),
      ],
    },
  ],
  leftOut: [
    {
      cases: 202,
      what: "the same traces, replayed from a finished transaction",
      why: "this ledger receives no transactions from other participants",
    },
    {
      cases: 9,
      what: "replays of inconsistent transactions",
      why: "this ledger receives no transactions from other participants",
    },
    {
      cases: 32,
      what: "two contracts with the same id",
      why: "each create computes its id from another seed",
    },
    {
      cases: 4,
      what: "a ledger that returns the same contract twice",
      why: "this ledger returns each contract once",
    },
    {
      cases: 6,
      what: "queries by key for at most 0 contracts, and the archive of a contract that was not fetched before",
      why: "the engine refuses a limit of 0, and always reads a contract before it archives it",
    },
    {
      cases: 14,
      what: "the order of all contracts of a transaction",
      why: "clients see no list in this order",
    },
  ],
};
