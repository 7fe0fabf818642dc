import { once } from "node:events";

import { expect } from "chai";

import { createFetch } from "../../middleware/index.ts";
import { commandsBody } from "../support/commands-body.ts";
import { LedgerUnderAttack } from "../support/ledger-under-attack.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { definitions } from "../support/lf/notation.ts";
import { worldPackage } from "../support/lf/world.ts";
import { secret } from "../support/tokens.ts";

/** Field names of the maximum length. */
const names = Array.from({ length: 200 }, (_, at) => `f${at}`.padEnd(1_000, "x"));

/**
 * A DAR whose choices build values from short code that are large when serialized: a text repeated many
 * times, and a tree in which all branches are the same tree.
 */
const dar = assembleDar(
  worldPackage({
    languageVersion: "2.3",
    main: definitions`
      record Branches {left: Tree, right: Tree}
      variant Tree {Leaf: Int64, Node: Branches}
      record Wide {${names.map((name) => `${name}: Unit`).join(", ")}}
      template Maker with {owner: Party, text: Text} {
        signatories [@Party this.owner];
        nonconsuming choice Repeat (arg: Int64): List Text by [@Party this.owner] =
          pure @(List Text) (Main:times this.text arg);
        nonconsuming choice Widen (arg: Int64): List Wide by [@Party this.owner] =
          pure @(List Wide) (Main:wides Wide {${names.map((name) => `${name} = ()`).join(", ")}} arg);
        nonconsuming choice Grow (arg: Int64): Tree by [@Party this.owner] =
          pure @Tree (Main:tree arg);
        nonconsuming choice Plant (arg: Int64): ContractId Forest by [@Party this.owner] =
          create @Forest Forest {owner = this.owner, tree = Main:tree arg};
        nonconsuming choice Compare (arg: Int64): Bool by [@Party this.owner] =
          pure @Bool (EQUAL @Tree (Main:tree arg) (Main:tree arg));
      }
      template Forest with {owner: Party, tree: Tree} { signatories [@Party this.owner]; }
      val tree: Int64 -> Tree = \(n: Int64) ->
        if EQUAL @Int64 n 0 then Tree::Leaf 1 else
          let half: Tree = Main:tree (SUB_INT64 n 1) in
          Tree::Node Branches {left = half, right = half};
      val wides: Wide -> Int64 -> List Wide = \(wide: Wide) (n: Int64) ->
        if EQUAL @Int64 n 0 then [@Wide] else [@Wide wide, ...Main:wides wide (SUB_INT64 n 1)];
      val times: Text -> Int64 -> List Text = \(text: Text) (n: Int64) ->
        if EQUAL @Int64 n 0 then [@Text] else [@Text text, ...Main:times text (SUB_INT64 n 1)];
    `,
  }),
);

const maker = "#world:Main:Maker";

describe("attacks by large values @slow", function () {
  let besieged: LedgerUnderAttack;
  let contractId: string;

  const exercise = (choice: string, choiceArgument: string) =>
    besieged.exercise(maker, contractId, choice, choiceArgument);

  beforeEach(async () => {
    besieged = await LedgerUnderAttack.serve();
    expect((await besieged.attack("POST", "/v2/packages", dar)).status).to.equal(200);
    contractId = await besieged.create(maker, { owner: besieged.bob, text: "x".repeat(3_000_000) });
  });

  afterEach(() => besieged.close());

  it("other users' calls stay fast while many clients read a transaction that repeats a value", async () => {
    const updateFormat = { includeTransactions: besieged.effects };
    await besieged.beside(
      async () => {
        expect((await exercise("Repeat", "15")).status).to.equal(200);
        expect((await exercise("Repeat", "30")).status).to.equal(409);
        expect((await exercise("Repeat", "100000")).status).to.equal(409);
        const endInclusive = besieged.ledger.state.ledgerEnd;
        const request = JSON.stringify({ beginExclusive: 0, endInclusive, updateFormat });
        for (let count = 0; count < 3; count++) {
          const stream = await besieged.stream("/v2/updates", "mallory");
          stream.send(request);
          await once(stream, "close");
          expect(await besieged.drain("POST", "/v2/updates", request)).to.be.above(45_000_000);
        }
      },
      { maxHeldMiB: 512 },
    );
  });

  it("streams a response that is longer than a string over HTTP, and ends a WebSocket with an error", async () => {
    const updateFormat = { includeTransactions: besieged.effects };
    await besieged.beside(async () => {
      const command = { templateId: maker, contractId, choice: "Widen", choiceArgument: "800" };
      const commands = Array.from({ length: 4 }, () => ({ ExerciseCommand: command }));
      const body = commandsBody(besieged.bob, commands, { userId: "mallory" });
      const made = await besieged.attack("POST", "/v2/commands/submit-and-wait", body);
      expect(made.status, made.text.slice(0, 300)).to.equal(200);
      const endInclusive = besieged.ledger.state.ledgerEnd;
      const request = JSON.stringify({ beginExclusive: 0, endInclusive, updateFormat });
      expect(await besieged.drain("POST", "/v2/updates", request)).to.be.above(2 ** 29);
      const stream = await besieged.stream("/v2/updates", "mallory");
      let last = "";
      stream.on("message", (message: Buffer) => (last = message.toString("utf8")));
      stream.send(request);
      await once(stream, "close");
      // The client gets an internal error. If the server had not expected it, `close` would fail.
      expect(JSON.parse(last)).to.include({ code: "NA", grpcCodeValue: 13 });
    });
  });

  it("other users' calls stay fast while many clients prepare transactions of the maximum size or larger", async () => {
    const prepare = async (choice: string, choiceArgument: string): Promise<string> => {
      const command = { templateId: maker, contractId, choice, choiceArgument };
      const body = {
        ...commandsBody(besieged.bob, { ExerciseCommand: command }, { userId: "mallory" }),
        synchronizerId: "",
        packageIdSelectionPreference: [],
        verboseHashing: false,
      };
      const path = "/v2/interactive-submission/prepare";
      return (await besieged.attack("POST", path, body)).text;
    };
    const tooLarge = "FAILED_TO_PREPARE_TRANSACTION";
    await besieged.beside(
      async () => {
        for (let count = 0; count < 3; count++) {
          const [texts, parts, ...refused] = await Promise.all([
            // The response contains the text three times: in the transaction and twice in the contract.
            prepare("Repeat", "1"),
            prepare("Grow", "13"),
            prepare("Repeat", "2"),
            prepare("Repeat", "15"),
            prepare("Widen", "50"),
            prepare("Grow", "16"),
          ]);
          expect(texts).to.have.length.above(12_000_000);
          expect(parts).to.contain("preparedTransaction").and.have.length.above(4_000_000);
          for (const text of refused) expect(text.slice(0, 1_000)).to.contain(tooLarge);
        }
      },
      { maxHeldMiB: 512 },
    );
  });

  it("other users' calls stay fast while values are built from shared parts", async () => {
    await besieged.beside(async () => {
      for (let count = 0; count < 5; count++) {
        for (const choice of ["Grow", "Plant", "Compare"]) {
          const { text } = await exercise(choice, "25");
          expect(text).to.contain("INTERPRETATION_TIME_EXCEEDED");
          await exercise(choice, "12");
        }
      }
    });
  });

  it("other users' calls stay fast while bodies with millions of values are read", async () => {
    const { bob } = besieged;
    const iou = { issuer: bob, owner: bob, amount: "1.0", watchers: [] };
    const text = JSON.stringify(besieged.submission("#iou:Iou:Iou", iou));
    const million = 1_000_000;
    const strangers = Array.from({ length: 48_000 }, (_, at) => `"p${at}::${"a".repeat(60)}"`);
    const bodies = [
      text.replace('"watchers":[]', `"watchers":[${"1,".repeat(4 * million)}1]`),
      text.replace('"watchers":[]', `"watchers":[${strangers.join(",")}]`),
      text.replace('"watchers":[]', `"watchers":[${`"${bob}",`.repeat(48_000)}"${bob}"]`),
      `{${Array.from({ length: 600_000 }, (_, at) => `"k${at}":1`).join(",")}}`,
      `{${Array.from({ length: 45_000 }, (_, at) => `"k${at}":1`).join(",")}}`,
      `[${"{},".repeat(2 * million)}{}]`,
      "[".repeat(4 * million),
    ];
    await besieged.beside(async () => {
      for (const body of bodies) {
        const bytes = Buffer.from(body);
        const { status } = await besieged.attack("POST", "/v2/commands/submit-and-wait", bytes);
        expect(status, body.slice(0, 100)).to.be.oneOf([200, 400, 409, 413]);
      }
    });
  });

  it("a user's long body does not wait for all long bodies of another user", async () => {
    const api = createFetch(besieged.ledger, { auth: { hs256Secret: secret } });
    const answered: string[] = [];
    const post = async (userId: "ann" | "mallory"): Promise<void> => {
      const body = JSON.stringify({ commandId: "x".repeat(200_000) });
      const authorization = `Bearer ${besieged.tokenOf(userId)}`;
      const path = "/v2/commands/submit-and-wait";
      await api(path, { method: "POST", headers: { authorization }, body });
      answered.push(userId);
    };
    const all = Array.from({ length: 20 }, () => post("mallory"));
    await Promise.race(all);
    await Promise.all([...all, post("ann")]);
    expect(answered.indexOf("ann")).to.be.at.most(5);
  });

  it("other users' calls stay fast while megabytes of base64 or blobs are decoded", async () => {
    const base64 = Buffer.alloc(5_500_000, 7).toString("base64");
    const { bob } = besieged;
    const iou = { issuer: bob, owner: bob, amount: "1.0", watchers: [] };
    const disclosed = {
      templateId: "",
      contractId: "",
      createdEventBlob: base64,
      synchronizerId: "",
    };
    const execution = {
      preparedTransaction: base64,
      partySignatures: { signatures: [] },
      submissionId: "s",
      userId: "mallory",
      hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
      deduplicationPeriod: { Empty: {} },
    };
    await besieged.beside(async () => {
      for (let count = 0; count < 3; count++) {
        for (const [path, body] of [
          [
            "/v2/commands/submit-and-wait",
            besieged.submission("#iou:Iou:Iou", iou, { disclosedContracts: [disclosed] }),
          ],
          ["/v2/interactive-submission/execute", execution],
        ] as const) {
          const { status } = await besieged.attack("POST", path, Buffer.from(JSON.stringify(body)));
          expect(status).to.equal(400);
        }
      }
    });
  });
});
