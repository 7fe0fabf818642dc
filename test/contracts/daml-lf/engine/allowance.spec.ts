import { expect } from "chai";

import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { creating } from "../../../support/amulet-steps.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { HttpLedger } from "../../../support/http-ledger.ts";
import { assembleDar } from "../../../support/lf/assemble.ts";
import { definitions } from "../../../support/lf/notation.ts";
import { actions, World, worldPackage } from "../../../support/lf/world.ts";

/** Source of a function that counts to `n`, with about three steps for each number. */
const counting = `
  val count: Int64 -> Int64 = \\(n: Int64) ->
    if EQUAL @Int64 n 0 then 0 else ADD_INT64 1 (Main:count (SUB_INT64 n 1));
`;

/** Source of `many` different top-level values, each of which takes `n` iterations. */
const constants = (many: number, n: number): string =>
  Array.from(
    { length: many },
    (_, index) => `val c${index}: Int64 = Main:count ${n + index};`,
  ).join("\n");

const daml = { limits: { maxSteps: 100_000 } };

const exceeded = "INTERPRETATION_TIME_EXCEEDED";

describe("evaluation limit of a request", () => {
  it("is shared by its commands @slow", async () => {
    const dar = assembleDar(
      worldPackage({
        main: definitions`
          ${counting}
          template Slow with {owner: Party, rounds: Int64} {
            precondition EQUAL @Int64 (Main:count this.rounds) this.rounds;
            signatories [@Party this.owner];
          }
        `,
      }),
    );
    const http = await HttpLedger.serve({ packages: createDamlLoader(daml).load(dar) });
    const owner = await http.allocate("alice");
    await http.createUser("alice", { actAs: [owner] });
    const slow = creating([owner], "#world:Main:Slow", { owner, rounds: "10000" });
    await http.submit({ userId: "alice", ...slow });
    const commands = Array.from({ length: 20 }, () => slow.commands).flat();
    const refused = await http.refusal({ userId: "alice", ...slow, commands });
    expect(refused.code).to.equal(exceeded);
    await http.close();
  });

  it("also counts the top-level values that the request is the first to evaluate", async () => {
    const world = await World.of({
      daml,
      main: definitions`${counting} ${constants(20, 10_000)}`,
      actions: actions`
        nonconsuming choice One: Int64 = pure @Int64 Main:c0;
        nonconsuming choice All: Int64 =
          pure @Int64 ${Array.from({ length: 20 }, (_, index) => index).reduce(
            (sum, index) => `(ADD_INT64 Main:c${index} ${sum})`,
            "0",
          )};
      `,
    });
    expect(await world.act("One")).to.equal("10000");
    expect((await rejectionOf(world.act("All"))).code).to.equal(exceeded);
    // Each attempt caches values that it has computed, so the loop ends.
    let attempts = 1;
    while ((await world.act("All").catch(() => undefined)) === undefined) attempts += 1;
    expect(attempts).to.be.within(1, 4);
  });

  it("is not charged again for a top-level value that throws", async () => {
    const world = await World.of({
      daml,
      main: definitions`
        ${counting}
        val failing: Int64 =
          if EQUAL @Int64 (Main:count 20000) 20000
          then throw @Int64 @Boom Boom {text = "always"}
          else 0;
        val needs: Int64 = ADD_INT64 1 Main:failing;
      `,
      actions: actions`
        nonconsuming choice Retry (arg: Int64): Int64 =
          if EQUAL @Int64 arg 0 then pure @Int64 7
          else try @Int64 pure @Int64 Main:needs catch e ->
            Some @(Update Int64) (exercise @Actor Retry self (SUB_INT64 arg 1));
      `,
    });
    expect(await world.act("Retry", "50")).to.equal("7");
  });

  it("allows values to be computed again after they were evicted from a full cache @slow", async () => {
    const world = await World.of({
      main: definitions`${counting} ${constants(25, 100_000)}`,
      actions: actions`
        nonconsuming choice Some (arg: Int64): Int64 =
          ${Array.from({ length: 25 }, (_, index) => index).reduce(
            (rest, index) =>
              `if EQUAL @Int64 arg ${index} then pure @Int64 Main:c${index} else ${rest}`,
            "pure @Int64 0",
          )};
      `,
    });
    for (const index of [...Array.from({ length: 25 }).keys(), 0, 1]) {
      expect(await world.act("Some", String(index))).to.equal(String(100_000 + index));
    }
  });

  it("is smaller for a view, and a slow view is computed only once", async () => {
    const traced: string[] = [];
    const loader = createDamlLoader({ limits: { maxViewSteps: 20_000 } });
    loader.hearTraces((text) => traced.push(text));
    const dar = assembleDar(
      worldPackage({
        main: definitions`
          ${counting}
          record Info {rounds: Int64}
          interface Showable {view Info;}
          template Shown with {owner: Party, rounds: Int64} {
            signatories [@Party this.owner];
            implements Showable {
              view TRACE @Info "computed" Info {rounds = Main:count this.rounds};
            }
          }
        `,
      }),
    );
    const http = await HttpLedger.serve({ packages: loader.load(dar) });
    const owner = await http.allocate("alice");
    await http.createUser("alice", { actAs: [owner] });
    for (const rounds of ["1", "10000", "1000000"]) {
      const step = creating([owner], "#world:Main:Shown", { owner, rounds });
      await http.submit({ userId: "alice", ...step });
    }
    const read = async () => {
      const contracts = await http.active("alice", owner, { interfaceId: "#world:Main:Showable" });
      return contracts.map(
        ({ interfaceViews: [view] }) => view?.viewValue ?? view?.viewStatus.code,
      );
    };
    const views = [{ rounds: "1" }, { rounds: "10000" }, 10];
    expect(await read()).to.deep.equal(views);
    expect(await read()).to.deep.equal(views);
    // The slow view writes a trace once, the short one each time, and a stopped one none.
    expect(traced).to.have.lengthOf(3);
    await http.close();
  });

  it("is shared by the views of one update, but not by the views of a list of active contracts", async () => {
    const dar = assembleDar(
      worldPackage({
        main: definitions`
          ${counting}
          record Info {rounds: Int64}
          interface Showable {view Info;}
          template Shown with {owner: Party, rounds: Int64} {
            signatories [@Party this.owner];
            implements Showable {view Info {rounds = Main:count this.rounds};}
          }
        `,
      }),
    );
    const http = await HttpLedger.serve({ packages: createDamlLoader().load(dar) });
    const owner = await http.allocate("alice");
    await http.createUser("alice", { actAs: [owner] });
    const commands = ["80001", "80002", "80003"].flatMap(
      (rounds) => creating([owner], "#world:Main:Shown", { owner, rounds }).commands,
    );
    const { updateId } = await http.submit({ userId: "alice", actAs: [owner], commands });
    const read = async () => {
      const value = {
        interfaceId: "#world:Main:Showable",
        includeInterfaceView: true,
        includeCreatedEventBlob: false,
      };
      const cumulative = [{ identifierFilter: { InterfaceFilter: { value } } }];
      const eventFormat = { filtersByParty: { [owner]: { cumulative } }, verbose: false };
      const { json } = await http.request("alice", "POST", "/v2/updates/update-by-id", {
        updateId,
        updateFormat: {
          includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
        },
      });
      const views = [...JSON.stringify(json).matchAll(/"viewStatus":\{"code":(\d+)/gu)];
      return views.map(([, code]) => Number(code));
    };
    const exceeded = 10;
    expect(await read()).to.deep.equal([0, 0, exceeded]);
    // The slow result is cached.
    expect(await read()).to.deep.equal([0, 0, 0]);
    const contracts = await http.active("alice", owner, { interfaceId: "#world:Main:Showable" });
    const codes = contracts.map(({ interfaceViews: [view] }) => view?.viewStatus.code);
    expect(codes).to.deep.equal([0, 0, 0]);
    await http.close();
  });

  it("does not stop a view once its inputs are computed", async () => {
    const loader = createDamlLoader({ limits: { maxViewSteps: 20_000 } });
    const dar = assembleDar(
      worldPackage({
        main: definitions`
          ${counting}
          ${constants(3, 9_000)}
          record Info {rounds: Int64}
          interface Showable {view Info;}
          template Shown with {owner: Party} {
            signatories [@Party this.owner];
            implements Showable {
              view Info {rounds = ADD_INT64 Main:c0 (ADD_INT64 Main:c1 Main:c2)};
            }
          }
        `,
      }),
    );
    const http = await HttpLedger.serve({ packages: loader.load(dar) });
    const owner = await http.allocate("alice");
    await http.createUser("alice", { actAs: [owner] });
    await http.submit({ userId: "alice", ...creating([owner], "#world:Main:Shown", { owner }) });
    const read = async () => {
      const [contract] = await http.active("alice", owner, { interfaceId: "#world:Main:Showable" });
      return contract?.interfaceViews[0]?.viewValue;
    };
    expect(await read()).to.equal(null);
    expect(await read()).to.deep.equal({ rounds: "27003" });
    await http.close();
  });
});
