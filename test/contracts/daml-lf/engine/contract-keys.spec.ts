import { expect } from "chai";

import { blobOf } from "../../../support/blob-of.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { definitions } from "../../../support/lf/notation.ts";
import { tuple2, tuplesPackage } from "../../../support/lf/tuples.ts";
import { actions, World } from "../../../support/lf/world.ts";

const foundT = `(${tuple2} (ContractId Keyed) Keyed)`;
const looseT = `(${tuple2} (ContractId Loose) Loose)`;

const main = definitions`
  // Signed by signer, seen by reader, with its signer for a key. The tag tells contracts apart.
  template Keyed with {signer: Party, reader: Party, tag: Int64} {
    signatories [@Party this.signer];
    observers [@Party this.reader];
    key Party = this.signer maintained by \(key: Party) -> [@Party key];
  }
  // Its key names its maintainers.
  template Loose with {signer: Party, keepers: List Party} {
    signatories [@Party this.signer];
    key List Party = this.keepers maintained by \(key: List Party) -> key;
  }
  // Its key holds a contract id.
  template Pointer with {signer: Party, at: ContractId Keyed} {
    signatories [@Party this.signer];
    key Pointer = this maintained by \(key: Pointer) -> [@Party key.signer];
  }
  // Its precondition fails before its key would.
  template Strict with {signer: Party} {
    precondition False;
    signatories [@Party this.signer];
    key Party = ERROR @Party "the key was evaluated"
      maintained by \(key: Party) -> [@Party key];
  }
  // The tags of what a query found.
  val tags: Optional (List ${foundT}) -> List Int64 =
    \(found: Optional (List ${foundT})) ->
      case found of {
        Some all ->
          FOLDR @${foundT} @(List Int64)
            (\(each: ${foundT}) (tags: List Int64) -> [@Int64 Keyed.tag each._2, ...tags])
            [@Int64]
            all;
        None -> ERROR @(List Int64) "a query answers always"
      };
`;

const created = (tag: number | string) =>
  `create @Keyed Keyed {signer = this.owner, reader = this.owner, tag = ${tag}}`;
/** Source of a step that fetches the first contract with the key and binds it to `first`. */
const first = `first: ${foundT} <- fetchByKey @Keyed this.owner;`;

/** Source of a choice that runs the steps, queries ten contracts by key, and returns their tags. */
const thenTags = (name: string, steps: string) => `
  nonconsuming choice ${name}: List Int64 = do {
    ${steps}
    found: Optional (List ${foundT}) <- queryByKey @Keyed 10 this.owner;
    pure @(List Int64) (Main:tags found)
  };`;

const caught = (step: string) => `
  u: Unit <-
    try @Unit do {${step} throw @(Update Unit) @Boom Boom {text = "inside"}}
    catch e -> Some @(Update Unit) (pure @Unit ());`;

const keyActions = actions`
  nonconsuming choice Make (arg: Int64): ContractId Keyed = ${created("arg")};
  nonconsuming choice Tags (arg: Int64): List Int64 by [@Party this.other] = do {
    found: Optional (List ${foundT}) <- queryByKey @Keyed arg this.owner;
    pure @(List Int64) (Main:tags found)
  };
  nonconsuming choice First: Int64 by [@Party this.other] = do {
    ${first}
    pure @Int64 (Keyed.tag first._2)
  };
  nonconsuming choice FetchOf (arg: Party): Int64 = do {
    first: ${foundT} <- fetchByKey @Keyed arg;
    pure @Int64 (Keyed.tag first._2)
  };
  nonconsuming choice QueryOf (arg: Party): List Int64 = do {
    found: Optional (List ${foundT}) <- queryByKey @Keyed 1 arg;
    pure @(List Int64) (Main:tags found)
  };
  ${thenTags("LocalsFirst", `a: ContractId Keyed <- ${created(101)}; b: ContractId Keyed <- ${created(102)};`)}
  ${thenTags("ArchivedLocal", `a: ContractId Keyed <- ${created(101)}; u: Unit <- exercise @Keyed Archive a ();`)}
  ${thenTags("ArchivedByKey", `${first} u: Unit <- exercise @Keyed Archive first._1 ();`)}
  ${thenTags("FetchedById", `${first} again: Keyed <- fetch @Keyed first._1;`)}
  nonconsuming choice Transient: Int64 = do {
    a: ContractId Keyed <- ${created(101)};
    ${first}
    u: Unit <- exercise @Keyed Archive first._1 ();
    second: ${foundT} <- fetchByKey @Keyed this.owner;
    pure @Int64 (ADD_INT64 (Keyed.tag first._2) (Keyed.tag second._2))
  };
  ${thenTags("ReadInScope", `${caught(first)} a: ContractId Keyed <- ${created(101)};`)}
  ${thenTags("CreatedInScope", caught(`a: ContractId Keyed <- ${created(101)};`))}
  ${thenTags("ArchivedInScope", `${first} ${caught("v: Unit <- exercise @Keyed Archive first._1 ();")}`)}
  nonconsuming choice ArchiveByKey = exerciseByKey @Keyed Archive this.owner ();
  nonconsuming choice Keep (arg: List Party): ContractId Loose =
    create @Loose Loose {signer = this.owner, keepers = arg};
  nonconsuming choice LookLoose (arg: List Party) = do {
    found: Optional (List ${looseT}) <- queryByKey @Loose 1 arg;
    pure @Unit ()
  };
  nonconsuming choice FetchLoose (arg: List Party) = do {
    found: ${looseT} <- fetchByKey @Loose arg;
    pure @Unit ()
  };
  nonconsuming choice Point: ContractId Pointer = do {
    a: ContractId Keyed <- ${created(1)};
    create @Pointer Pointer {signer = this.owner, at = a}
  };
  nonconsuming choice BeStrict: ContractId Strict = create @Strict Strict {signer = this.owner};
`;

const tuples = tuplesPackage();

const newWorld = (): Promise<World> =>
  World.of({
    languageVersion: "2.3",
    protocolVersion: 35,
    dependencies: [tuples],
    main,
    actions: keyActions,
  });

describe("contract keys of Daml-LF 2.3", () => {
  let world: World;
  const act = (name: string, argument?: unknown, actAs?: string) =>
    world.act(name, argument, actAs);
  const codeOf = async (name: string, argument?: unknown): Promise<string> =>
    (await rejectionOf(act(name, argument))).code;
  const tags = (...numbers: readonly number[]) => numbers.map(String);

  beforeEach(async () => {
    world = await newWorld();
  });

  const made = async (...numbers: readonly number[]): Promise<void> => {
    for (const tag of numbers) await act("Make", String(tag));
  };

  it("find at most as many contracts as requested, the latest first", async () => {
    expect(await act("LocalsFirst")).to.deep.equal(tags(102, 101));
    await made(1, 2, 3);
    expect(await act("ArchivedLocal")).to.deep.equal(tags(3, 2, 1, 102, 101));
    expect(await act("QueryOf", world.alice)).to.deep.equal(tags(3));
    expect(await act("FetchOf", world.alice)).to.equal("3");
  });

  it("find contracts of the same transaction first", async () => {
    await made(1, 2);
    expect(await act("LocalsFirst")).to.deep.equal(tags(102, 101, 2, 1));
  });

  it("do not find contracts that the transaction has archived", async () => {
    await made(1, 2);
    expect(await act("ArchivedLocal")).to.deep.equal(tags(2, 1));
    expect(await act("Transient")).to.equal("103");
    expect(await act("ArchivedByKey")).to.deep.equal(tags(1));
    expect(await act("ArchivedByKey")).to.deep.equal([]);
    expect(await codeOf("ArchivedByKey")).to.equal("CONTRACT_KEY_NOT_FOUND");
  });

  it("return a contract only once, also if it was fetched by id", async () => {
    await made(1, 2);
    expect(await act("FetchedById")).to.deep.equal(tags(2, 1));
  });

  it("allow a choice to be exercised by key, in code and by a command", async () => {
    expect(await codeOf("ArchiveByKey")).to.equal("CONTRACT_KEY_NOT_FOUND");
    await made(1, 2, 3);
    await act("ArchiveByKey");
    const { transaction } = await world.ledger.submit({
      actAs: world.alice,
      commands: {
        ExerciseByKeyCommand: {
          templateId: "#world:Main:Keyed",
          contractKey: world.alice,
          choice: "Archive",
          choiceArgument: {},
        },
      },
    });
    expect(transaction.events).to.have.length(1);
    expect(await act("QueryOf", world.alice)).to.deep.equal(tags(1));
  });

  it("can be queried in a rolled-back scope, in which creates and archives are not allowed", async () => {
    await made(1);
    expect(await act("ReadInScope")).to.deep.equal(tags(101, 1));
    for (const name of ["CreatedInScope", "ArchivedInScope"]) {
      expect(await codeOf(name), name).to.equal("DAML_EFFECTFUL_ROLLBACK_ERROR");
    }
  });

  it("are queried with the authority of their maintainers", async () => {
    expect(await codeOf("QueryOf", world.bob)).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(await codeOf("FetchOf", world.bob)).to.equal("CONTRACT_KEY_NOT_FOUND");
  });

  it("must have maintainers, who sign the contract", async () => {
    const { alice, bob } = world;
    await act("Keep", [alice, alice]);
    expect(await codeOf("Keep", [])).to.equal("CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS");
    expect(await codeOf("Keep", [alice, bob])).to.equal("DAML_AUTHORIZATION_ERROR");
    for (const name of ["LookLoose", "FetchLoose"]) {
      expect(await codeOf(name, []), name).to.equal("FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS");
    }
    await act("FetchLoose", [alice, alice]);
    expect(await codeOf("FetchLoose", [alice])).to.equal("CONTRACT_KEY_NOT_FOUND");
  });

  it("must not contain contract ids, and are evaluated after the precondition", async () => {
    expect(await codeOf("Point")).to.equal("CONTRACT_ID_IN_CONTRACT_KEY");
    expect(await codeOf("BeStrict")).to.equal("TEMPLATE_PRECONDITION_VIOLATED");
  });

  it("find only contracts that the submitter may see", async () => {
    await made(1);
    expect(await act("Tags", "5", world.bob)).to.deep.equal([]);
    expect((await rejectionOf(act("First", {}, world.bob))).code).to.equal(
      "CONTRACT_KEY_NOT_FOUND",
    );
  });

  it("find disclosed contracts before all other contracts", async () => {
    const blobs: string[] = [];
    for (const tag of tags(1, 2)) {
      const contractId = String(await act("Make", tag));
      blobs.push(blobOf(world.ledger, contractId));
    }
    const tagsWith = async (actAs: string, disclosed: readonly string[]) => {
      const { exerciseResults } = await world.ledger.submit({
        actAs,
        disclosedContracts: disclosed.map((createdEventBlob) => ({ createdEventBlob })),
        commands: {
          ExerciseCommand: {
            templateId: "#world:Main:Actor",
            contractId: world.actor,
            choice: "Tags",
            choiceArgument: "5",
          },
        },
      });
      return exerciseResults[0];
    };
    expect(await tagsWith(world.bob, blobs)).to.deep.equal(tags(1, 2));
    expect(await tagsWith(world.bob, blobs.slice(0, 1))).to.deep.equal(tags(1));
  });

  it("are part of created events", async () => {
    const { transaction } = await world.ledger.submit({
      actAs: world.alice,
      commands: {
        CreateCommand: {
          templateId: "#world:Main:Keyed",
          createArguments: { signer: world.alice, reader: world.bob, tag: "1" },
        },
      },
    });
    expect(transaction.events[0]).to.have.nested.property("CreatedEvent.contractKey", world.alice);
  });

  it("require a query for at least one contract", async () => {
    for (const count of ["0", "-1"]) {
      expect((await rejectionOf(act("Tags", count, world.bob))).code).to.equal(
        "LEDGER_API_INTERNAL_ERROR",
      );
    }
    await made(1);
    expect(await act("Tags", "9223372036854775807", world.bob)).to.deep.equal([]);
  });
});
