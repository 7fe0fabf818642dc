import { expect } from "chai";

import {
  amountText,
  type CoinHistoryRecord,
  type CoinHistoryRule,
  type CoinHistoryRuleProblem,
  defineHistory,
  type HistoryAdapter,
  readAmount,
} from "../../../lib/history.ts";
import { toCoinHistoryRecordJson } from "../../../lib/operations/history/coin-history-record-json.ts";
import { combineHistoryAdapters } from "../../../lib/operations/history/projection.ts";
import {
  bagInterface,
  coinTemplate,
  coinUpdate,
  create,
  exercise,
  rollback,
  stateWith,
  type TestCoin,
  type Tree,
} from "../../support/coin-transactions.ts";

interface CoinPayload {
  readonly owner: string;
  readonly amount: string;
  readonly locker: string;
}

const coins: HistoryAdapter["coins"] = [
  {
    id: coinTemplate,
    view: ({ payload }) => {
      const { owner, amount, locker } = payload as CoinPayload;
      return {
        owner,
        amount: readAmount(amount),
        ...(locker === "" ? {} : { lockedBy: [locker] }),
      };
    },
  },
];

const coin = (id: string, owner: string, amount: number, locker?: string): TestCoin => ({
  id,
  owner,
  amount,
  ...(locker === undefined ? {} : { locker }),
});

const tap: CoinHistoryRule = {
  kind: "emit",
  match: { choice: "Tap" },
  emit: ({ argument }) => ({
    round: 3n,
    body: { kind: "tap", owner: (argument as { note: string }).note, amount: 1n },
  }),
};

const project = (
  adapter: Partial<HistoryAdapter>,
  roots: readonly Tree[],
  ...before: readonly TestCoin[]
): readonly CoinHistoryRecord[] =>
  combineHistoryAdapters([{ rules: [], coins, ...adapter }])(
    coinUpdate(...roots),
    stateWith(...before),
  );

/** Returns the part of each event id after its number: update id and node id. */
const nodesOf = (records: readonly CoinHistoryRecord[]): readonly string[] =>
  records.map(({ eventId }) => eventId.replace(/^#\d{16}:/, ""));

/** Returns the tree below `levels` nested exercises. */
const within = (levels: number, tree: Tree): Tree => {
  let outer = tree;
  for (let level = 0; level < levels; level += 1) outer = exercise({ choice: "Other" }, outer);
  return outer;
};

describe("history rules", () => {
  it("find exercises below thousands of other nodes", () => {
    const deep = within(3_000, exercise({ choice: "Tap", note: "alice" }));
    const counted: CoinHistoryRule = {
      kind: "wrap",
      match: { choice: "Swap" },
      wrap: (drafts) => [...drafts, ...drafts],
    };
    for (const onUnmatched of ["ignore", "netFlow", "error"] as const) {
      const records = project({ rules: [tap, counted], onUnmatched }, [
        exercise({ choice: "Swap" }, deep),
      ]);
      expect(nodesOf(records), onUnmatched).to.have.length(2);
    }
  });

  it("create a record with the update and node of the exercise", () => {
    const records = project({ rules: [tap] }, [exercise({ choice: "Tap", note: "alice" })]);
    expect(records).to.deep.equal([
      {
        eventId: "#0000000000000000:1220ab:0",
        updateId: "1220ab",
        date: 1_000_000n,
        synchronizerId: "sync::1220",
        offset: 7,
        round: 3n,
        body: { kind: "tap", owner: "alice", amount: 1n },
      },
    ]);
  });

  it("are applied below exercises that no rule matches", () => {
    const records = project({ rules: [tap] }, [
      exercise({ choice: "Other" }, exercise({ choice: "Tap", note: "a" })),
      exercise({ choice: "Tap", note: "b" }),
    ]);
    expect(nodesOf(records)).to.deep.equal(["1220ab:1", "1220ab:2"]);
  });

  it("are not applied below an exercise that a rule reports or hides", () => {
    const silent: CoinHistoryRule = { kind: "silent", match: { choice: "Other" } };
    const inner = exercise({ choice: "Tap", note: "a" });
    const records = project({ rules: [tap, silent] }, [
      exercise({ choice: "Tap", note: "b" }, inner),
      exercise({ choice: "Other" }, inner),
    ]);
    expect(nodesOf(records)).to.deep.equal(["1220ab:0"]);
  });

  it("ignore rolled-back nodes", () => {
    expect(project({ rules: [tap] }, [rollback(exercise({ choice: "Tap" }))])).to.be.empty;
  });

  it("match by template, by interface and by a condition", () => {
    const alice = coin("00a1", "alice", 5);
    const matches = (match: Omit<CoinHistoryRule["match"], "choice">): number =>
      project(
        { rules: [{ ...tap, match: { choice: "Give", ...match } }] },
        [exercise({ choice: "Give", on: alice, viaInterface: true, note: "x" })],
        alice,
      ).length;
    expect(matches({ template: coinTemplate, interface: bagInterface })).to.equal(1);
    expect(matches({ template: "#test-coin:Main:Desk" })).to.equal(0);
    expect(matches({ template: "#other:Main:Coin" })).to.equal(0);
    expect(matches({ interface: "#test-coin:Main:Coin" })).to.equal(0);
    expect(matches({ where: ({ contractId }) => contractId === "00a1" })).to.equal(1);
    expect(matches({ where: ({ argument }) => argument === "x" })).to.equal(0);
  });

  it("are tried in order, and the first match decides", () => {
    const mint: CoinHistoryRule = {
      kind: "emit",
      match: { choice: "Tap" },
      emit: () => ({ body: { kind: "mint", owner: "dso", amount: 1n } }),
    };
    const [record] = project({ rules: [mint, tap] }, [exercise({ choice: "Tap" })]);
    expect(record?.body.kind).to.equal("mint");
  });

  it("can change records of child nodes; event ids stay unique", () => {
    const wrap: CoinHistoryRule = {
      kind: "wrap",
      match: { choice: "Send" },
      wrap: (inner, { nodeId }) => inner.map((draft) => ({ ...draft, nodeId })),
    };
    const records = project({ rules: [wrap, tap] }, [
      exercise(
        { choice: "Send" },
        exercise({ choice: "Tap", note: "a" }),
        exercise({ choice: "Other" }, exercise({ choice: "Tap", note: "b" })),
      ),
    ]);
    expect(records.map(({ eventId }) => eventId)).to.deep.equal([
      "#0000000000000000:1220ab:0",
      "#0000000000000001:1220ab:0",
    ]);
    expect(records.map(({ body }) => "owner" in body && body.owner)).to.deep.equal(["a", "b"]);
  });

  it("can read contracts of this and earlier transactions, results and descendants", () => {
    const [old, made] = [coin("00a1", "alice", 5), coin("00a2", "bob", 5)];
    const seen: unknown[] = [];
    const look: CoinHistoryRule = {
      kind: "emit",
      match: { choice: "Give" },
      emit: (give, transaction) => {
        seen.push(
          give.result,
          transaction.created("00a1"),
          transaction.contract("00a1")?.payload,
          transaction.created("00a2")?.payload,
          transaction.subtree(give).map(({ kind, nodeId }) => `${kind} ${nodeId}`),
          transaction.netFlow(give).created.map(({ owner }) => owner),
        );
        return [];
      },
    };
    project(
      { rules: [look] },
      [
        exercise(
          { choice: "Give", on: old, result: "done" },
          exercise({ choice: "Other" }, create(made)),
        ),
      ],
      old,
    );
    expect(seen).to.deep.equal([
      "done",
      undefined,
      { owner: "alice", amount: "5.0000000000", locker: "" },
      { owner: "bob", amount: "5.0000000000", locker: "" },
      ["exercise 1", "create 2"],
      ["bob"],
    ]);
  });

  it("of several adapters produce records in node order", () => {
    const other = { rules: [{ ...tap, match: { choice: "Other" } }] };
    const records = combineHistoryAdapters([{ rules: [tap] }, other])(
      coinUpdate(exercise({ choice: "Other", note: "o" }), exercise({ choice: "Tap", note: "t" })),
      stateWith(),
    );
    expect(nodesOf(records)).to.deep.equal(["1220ab:0", "1220ab:1"]);
  });

  it("are refused if a template name is malformed", () => {
    for (const template of ["Main:Coin", "test-coin:Main:Coin", "#test-coin:Coin"]) {
      const rules: CoinHistoryRule[] = [{ kind: "silent", match: { choice: "Give", template } }];
      expect(() => defineHistory({ rules }))
        .to.throw()
        .with.property("code", "INVALID_ARGUMENT");
    }
  });
});

describe("history problems", () => {
  const broken: CoinHistoryRule = {
    kind: "emit",
    match: { choice: "Give" },
    emit: () => {
      throw new TypeError("no such field");
    },
  };
  const roots = [exercise({ choice: "Give" }), exercise({ choice: "Tap", note: "a" })];

  it("omit the record of the node by default", () => {
    expect(nodesOf(project({ rules: [broken, tap] }, roots))).to.deep.equal(["1220ab:1"]);
  });

  it("omit the transaction if the adapter is configured so", () => {
    expect(project({ rules: [broken, tap], onError: "skipTransaction" }, roots)).to.be.empty;
  });

  it("are passed to a function; if it throws, the transaction is omitted", () => {
    const problems: CoinHistoryRuleProblem[] = [];
    project(
      {
        rules: [broken],
        onError: (problem) => {
          problems.push(problem);
          return "skipNode";
        },
      },
      roots,
    );
    expect(problems).to.have.length(1);
    expect(problems[0]).to.deep.include({ updateId: "1220ab", nodeId: 0 });
    const onError = (): never => {
      throw new TypeError("the function fails, too");
    };
    expect(project({ rules: [broken, tap], onError }, roots)).to.be.empty;
  });

  it("are reported, on request, for coins that no rule accounts for", () => {
    const alice = coin("00a1", "alice", 5);
    const strict = { onUnmatched: "error", onError: "skipTransaction" } as const;
    const withTap = (tree: Tree): number =>
      project({ rules: [tap], ...strict }, [tree, exercise({ choice: "Tap" })], alice).length;
    expect(withTap(create(coin("00a2", "bob", 1)))).to.equal(0);
    expect(withTap(exercise({ choice: "Archive", on: alice }))).to.equal(0);
    expect(withTap(exercise({ choice: "Other" }))).to.equal(1);
  });
});

describe("net flow", () => {
  const alice = coin("00a1", "alice", 10);
  const bob = coin("00b1", "bob", 4);
  const flow = (roots: readonly Tree[], adapter: Partial<HistoryAdapter> = {}) =>
    project({ onUnmatched: "netFlow", ...adapter }, roots, alice, bob);

  /** Returns the payload of the only record, as clients get it. */
  const only = (records: readonly CoinHistoryRecord[]): Record<string, unknown> => {
    expect(records).to.have.length(1);
    return records.map((record) => toCoinHistoryRecordJson(record) as unknown)[0] as Record<
      string,
      unknown
    >;
  };

  it("contains the amount that each owner paid and received; the rest is a fee", () => {
    const { transfer } = only(
      flow([
        exercise(
          { choice: "Give", on: alice },
          create(coin("00a2", "carol", 3)),
          create(coin("00a3", "alice", 5)),
          create(coin("00a4", "carol", 1)),
        ),
      ]),
    );
    expect(transfer).to.deep.include({
      receivers: [{ party: "carol", amount: "4.0000000000", receiver_fee: "0.0000000000" }],
      balance_changes: [
        {
          party: "alice",
          change_to_initial_amount_as_of_round_zero: "-5.0000000000",
          change_to_holding_fees_rate: "0.0000000000",
        },
        {
          party: "carol",
          change_to_initial_amount_as_of_round_zero: "4.0000000000",
          change_to_holding_fees_rate: "0.0000000000",
        },
      ],
    });
    expect((transfer as { sender: unknown }).sender).to.deep.include({
      party: "alice",
      input_coin_amount: "10.0000000000",
      sender_change_amount: "5.0000000000",
      sender_fee: "1.0000000000",
    });
  });

  it("treats coins without inputs as mints, one per owner", () => {
    const one = flow([exercise({ choice: "Other" }, create(coin("00a2", "carol", 3)))]);
    expect(only(one)).to.deep.include({
      event_id: "#0000000000000000:1220ab:0",
      mint: { coin_owner: "carol", coin_amount: "3.0000000000" },
    });
    const two = flow([
      exercise(
        { choice: "Other" },
        create(coin("00a2", "carol", 3)),
        create(coin("00a3", "dave", 2)),
        create(coin("00a4", "carol", 1)),
      ),
    ]);
    expect(nodesOf(two)).to.deep.equal(["1220ab:1", "1220ab:2"]);
    expect(two.map(({ body }) => body)).to.deep.equal([
      { kind: "mint", owner: "carol", amount: 40_000_000_000n },
      { kind: "mint", owner: "dave", amount: 20_000_000_000n },
    ]);
  });

  it("treats coins from a faucet as a tap", () => {
    const rules: CoinHistoryRule[] = [
      { kind: "netFlow", match: { choice: "Other" }, faucet: true },
    ];
    const records = flow([exercise({ choice: "Other" }, create(coin("00a2", "carol", 3)))], {
      rules,
    });
    expect(only(records)).to.have.property("tap");
  });

  it("treats a create at the root as a mint", () => {
    expect(only(flow([create(coin("00a2", "carol", 3))]))).to.have.property("mint");
  });

  it("contains merges as transfers without receivers, and omits transactions that only lock or unlock", () => {
    const merged = flow([
      exercise(
        { choice: "Other" },
        exercise({ choice: "Archive", on: alice }),
        create(coin("00a2", "alice", 6)),
        create(coin("00a3", "alice", 4)),
      ),
    ]);
    expect(only(merged)["transfer"]).to.deep.include({ receivers: [] });
    const locked = flow([
      exercise({ choice: "Give", on: alice }, create(coin("00a2", "alice", 10, "escrow"))),
    ]);
    expect(locked).to.be.empty;
  });

  it("omits burns unless requested", () => {
    const burn = [exercise({ choice: "Archive", on: alice })];
    expect(flow(burn)).to.be.empty;
    const { transfer } = only(flow(burn, { burns: "show" }));
    expect(transfer).to.deep.include({ receivers: [] });
  });

  it("ignores coins that are created and consumed within the transaction", () => {
    const transient = coin("00a9", "carol", 10);
    const records = flow([
      exercise(
        { choice: "Give", on: alice },
        create(transient),
        exercise({ choice: "Give", on: transient }, create(coin("00a8", "dave", 10))),
      ),
    ]);
    expect(only(records)["transfer"]).to.deep.include({
      receivers: [{ party: "dave", amount: "10.0000000000", receiver_fee: "0.0000000000" }],
    });
  });

  it("treats each part separately if several owners pay", () => {
    const records = flow([
      exercise(
        { choice: "Swap" },
        exercise({ choice: "Give", on: alice }, create(coin("00a2", "bob", 10))),
        exercise({ choice: "Give", on: bob }, create(coin("00a3", "alice", 4))),
      ),
    ]);
    expect(
      records.map(
        ({ body }) => body.kind === "transfer" && [body.sender.party, body.receivers[0]?.party],
      ),
    ).to.deep.equal([
      ["alice", "bob"],
      ["bob", "alice"],
    ]);
  });

  it("reports a problem if one node consumes coins of several owners", () => {
    const problems: string[] = [];
    const onError = ({ error }: CoinHistoryRuleProblem) => {
      problems.push((error as Error).message);
      return "skipNode" as const;
    };
    const pooled = exercise(
      { choice: "Swap" },
      exercise({ choice: "Archive", on: alice }),
      exercise({ choice: "Archive", on: bob }),
      create(coin("00a2", "carol", 14)),
    );
    expect(flow([pooled], { onError })).to.be.empty;
    expect(problems).to.have.length(1);
  });

  it("reports a problem if outputs exceed inputs", () => {
    const records = flow(
      [
        exercise({ choice: "Give", on: alice }, create(coin("00a2", "bob", 11))),
        create(coin("00a3", "carol", 1)),
      ],
      { onError: "skipTransaction" },
    );
    expect(records).to.be.empty;
  });

  it("ignores nodes that rules match", () => {
    const rules: CoinHistoryRule[] = [tap];
    const records = flow(
      [
        exercise(
          { choice: "Other" },
          exercise({ choice: "Tap", note: "carol" }, create(coin("00a2", "carol", 1))),
          exercise({ choice: "Give", on: alice }, create(coin("00a3", "bob", 10))),
        ),
      ],
      { rules },
    );
    expect(records.map(({ eventId, body }) => [eventId, body.kind])).to.deep.equal([
      ["#0000000000000000:1220ab:0", "transfer"],
      ["#0000000000000001:1220ab:1", "tap"],
    ]);
  });

  it("computes amounts as of round zero for coins with round and rate", () => {
    const rated: HistoryAdapter["coins"] = [
      {
        id: bagInterface,
        view: (contract) => {
          const view = coins[0]?.view(contract);
          return view === undefined ? undefined : { ...view, createdRound: 2n, ratePerRound: 5n };
        },
      },
    ];
    const [record] = flow(
      [exercise({ choice: "Give", on: alice }, create(coin("00a2", "bob", 10)))],
      { coins: rated, round: () => 9n },
    );
    expect(record?.round).to.equal(9n);
    expect(record?.body.kind === "transfer" && record.body.balanceChanges).to.deep.equal([
      {
        party: "alice",
        changeToInitialAmountAsOfRoundZero: -100_000_000_010n,
        changeToHoldingFeesRate: -5n,
      },
      {
        party: "bob",
        changeToInitialAmountAsOfRoundZero: 100_000_000_010n,
        changeToHoldingFeesRate: 5n,
      },
    ]);
    expect(amountText(100_000_000_010n)).to.equal("10.0000000010");
  });
});
