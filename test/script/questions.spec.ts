import { expect } from "chai";

import { rejectionOf } from "../support/error-of.ts";
import type { Generation } from "../support/lf/script-library.ts";
import { ScriptStage } from "../support/script-stage.ts";

/**
 * Returns the source of a script that asks one question, which is a request to the ledger. `answer`
 * is the type of the result. `question` is a command, with a version unless it is 1.
 * `payload` is a record, which begins with its type.
 */
const asks = (name: string, answer: string, question: string, payload: string): string =>
  `val ${name}: $Script (${answer}) = ${asking(answer, question, payload)};`;

const asking = (answer: string, question: string, payload: string): string => {
  const [command, version = "1"] = question.split(" ");
  const [type = ""] = payload.split(" ");
  return `$ask @${type} @(${answer}) "${command}" ${version} (${payload})`;
};

/** Returns such a script with an argument, which the payload uses as `arg`. */
const asksWith = (
  [name, type]: readonly [string, string],
  answer: string,
  question: string,
  payload: string,
): string =>
  `val ${name}: ${type} -> $Script (${answer}) = \\(arg: ${type}) -> ${asking(answer, question, payload)};`;

const user = "$UserManagement:User";
const userId = (id: string): string => `$UserManagement:UserId {unpack = "${id}"}`;
const right = "$UserManagement:UserRight";

const generations = ["3.1", "3.3", "3.4", "3.5"] as const satisfies readonly Generation[];

for (const generation of generations) {
  describe(`questions about users, as the library of ${generation} asks them`, () => {
    const stage = new ScriptStage(
      `
    record OfUser {userId: $UserManagement:UserId, participant: Optional Text}
    record Rights {userId: $UserManagement:UserId, rights: List ${right}, participant: Optional Text}
    record Create {user: ${user}, rights: List ${right}, participant: Optional Text}
    record Name {name: Text}
    record All {participant: Optional Text}
    ${asks("valid", "Optional Text", "ValidateUserId", 'Name {name = "ann"}')}
    ${asks("invalid", "Optional Text", "ValidateUserId", 'Name {name = "a b"}')}
    ${asks(
      "create",
      "Optional Unit",
      "CreateUser",
      `Create {
        user = ${user} {userId = ${userId("ann")}, primaryParty = None @Party},
        rights = [@${right} ${right}::ParticipantAdmin (), ${right}::CanReadAsAnyParty ()],
        participant = None @Text}`,
    )}
    ${asks("get", `Optional ${user}`, "GetUser", `OfUser {userId = ${userId("ann")}, participant = Some @Text "here"}`)}
    ${asks("rights", `Optional (List ${right})`, "ListUserRights", `OfUser {userId = ${userId("ann")}, participant = None @Text}`)}
    ${asks("delete", "Optional Unit", "DeleteUser", `OfUser {userId = ${userId("ann")}, participant = None @Text}`)}
    ${asks("all", `List ${user}`, "ListAllUsers", "All {participant = None @Text}")}
    ${["Grant", "Revoke"]
      .map((verb) =>
        asksWith(
          [verb.toLowerCase(), "Party"],
          `Optional (List ${right})`,
          `${verb}UserRights`,
          `Rights {userId = ${userId("ann")}, rights = [@${right} ${right}::CanActAs arg], participant = None @Text}`,
        ),
      )
      .join("\n")}
  `,
      generation,
    );
    const ann = { userId: { unpack: "ann" } };

    before(() => stage.open());

    it("validate ids", async () => {
      expect(await stage.result("valid")).to.equal(null);
      expect(await stage.result("invalid")).to.include("a b");
    });

    it("create a user only once", async () => {
      expect(await stage.result("get")).to.equal(null);
      expect(await stage.result("create")).to.deep.equal({});
      expect(await stage.result("create")).to.equal(null);
      expect(await stage.result("get")).to.deep.equal(ann);
      expect(await stage.result("all")).to.deep.include(ann);
    });

    it("grant and revoke rights, and return the changed ones", async () => {
      const bob = "bob::1220";
      const acting = [{ tag: "CanActAs", value: bob }];
      expect(await stage.result("grant", bob)).to.deep.equal(acting);
      expect(await stage.result("grant", bob)).to.deep.equal([]);
      expect(await stage.result("rights")).to.deep.include({ tag: "CanReadAsAnyParty", value: {} });
      expect(await stage.result("revoke", bob)).to.deep.equal(acting);
      expect(await stage.result("revoke", bob)).to.deep.equal([]);
    });

    it("delete users, which are unknown afterwards", async () => {
      expect(await stage.result("delete")).to.deep.equal({});
      expect(await stage.result("delete")).to.equal(null);
      expect(await stage.result("rights")).to.equal(null);
      expect(await stage.result("grant", "bob::1220")).to.equal(null);
    });
  });
}

describe("questions about parties", () => {
  const definitions = (requested: string, version: 1 | 2): string => `
    record Allocate {${requested}: Text, idHint: Text, ${version === 1 ? "participant: Optional Text" : "participants: List Text"}}
    record All {participant: Optional Text}
    ${(
      [
        ["named", "ann", "", []],
        ["hinted", "", "bob", []],
        ["both", "eve", "eve", ["here"]],
        ["different", "ann", "eve", []],
        ["neither", "", "", []],
        ["replicated", "ann", "", ["here", "there"]],
      ] as const
    )
      .filter(([name]) => version === 2 || name !== "replicated")
      .map(([name, party, hint, where]) =>
        asks(
          name,
          "Party",
          `AllocateParty ${version}`,
          `Allocate {${requested} = "${party}", idHint = "${hint}", ${
            version === 1
              ? "participant = None @Text"
              : `participants = [@Text ${where.map((each) => `"${each}"`).join(", ")}]`
          }}`,
        ),
      )
      .join("\n")}
    ${asks("all", "List $PartyManagement:PartyDetails", "ListKnownParties", "All {participant = None @Text}")}
  `;

  for (const [generation, requested, version] of [
    ["3.1", "displayName", 1],
    ["3.4", "requestedName", 2],
  ] as const) {
    it(`allocate and list them, as the library of ${generation} asks`, async () => {
      const stage = new ScriptStage(definitions(requested, version), generation);
      await stage.open();
      expect(await stage.result("named")).to.match(/^ann-[0-9a-f]{8}::/u);
      expect(await stage.result("named")).to.match(/^ann-[0-9a-f]{8}::/u);
      expect(await stage.result("hinted")).to.match(/^bob::/u);
      expect(await stage.result("both")).to.match(/^eve::/u);
      expect(await stage.result("neither")).to.match(/^party-[0-9a-f]{8}::/u);
      const parties = (await stage.result("all")) as readonly { readonly isLocal: boolean }[];
      expect(parties.filter(({ isLocal }) => isLocal)).to.have.length.at.least(5);
      expect((await stage.failure("different")).message).to.include("eve");
      expect((await stage.failure("hinted")).ledgerError?.code).to.equal("INVALID_ARGUMENT");
      if (version === 2) {
        expect((await stage.failure("replicated")).message).to.include("several participants");
      }
    });
  }
});

for (const generation of generations) {
  describe(`questions about time, as the library of ${generation} asks them`, () => {
    const stage = new ScriptStage(
      `
    record Nothing {}
    record At {time: Timestamp}
    record Micros {microseconds: Int64}
    record For {duration: Micros}
    ${asks("now", "Timestamp", "GetTime", "Nothing {}")}
    ${asks("later", "Unit", "SetTime", "At {time = 1970-01-02T00:00:00Z}")}
    ${asks("earlier", "Unit", "SetTime", "At {time = 1970-01-01T00:00:00Z}")}
    ${asks("sleep", "Unit", "Sleep", "For {duration = Micros {microseconds = 3600000000}}")}
  `,
      generation,
    );

    before(() => stage.open());

    it("start with the ledger's time, and move its clock", async () => {
      expect(await stage.result("now")).to.equal("1970-01-01T00:00:00Z");
      await stage.result("later");
      expect(await stage.result("now")).to.equal("1970-01-02T00:00:00Z");
    });

    it("do not wait for a frozen clock", async () => {
      await stage.result("sleep");
      expect(await stage.result("now")).to.equal("1970-01-02T00:00:00Z");
    });

    it("refuse to move time back", async () => {
      expect((await stage.failure("earlier")).ledgerError?.code).to.equal("INVALID_ARGUMENT");
    });
  });
}

for (const generation of generations) {
  describe(`questions about packages, as the library of ${generation} asks them`, () => {
    const named = "$Packages:PackageName";
    // The first generation of the library vets packages on all participants.
    const participant =
      generation === "3.1"
        ? { type: "", value: "" }
        : { type: ", participant: Optional Text", value: ", participant = None @Text" };
    const stage = new ScriptStage(
      `
    record Nothing {}
    record Vet {packages: List ${named}${participant.type}}
    record Dar {darName: Text, participant: Optional Text}
    ${asks("known", `List ${named}`, "ListAllPackages", "Nothing {}")}
    ${asks("vetted", `List ${named}`, "ListVettedPackages", "Nothing {}")}
    ${["Vet", "Unvet"]
      .map((verb) =>
        asks(
          verb.toLowerCase(),
          "Unit",
          `${verb}Packages`,
          `Vet {packages = [@${named} ${named} {name = "scripts", version = "1.0.0"}]${participant.value}}`,
        ),
      )
      .join("\n")}
    ${asks("vetDar", "Unit", "VetDar", 'Dar {darName = "x.dar", participant = None @Text}')}
  `,
      generation,
    );
    const scripts = { name: "scripts", version: "1.0.0" };

    before(() => stage.open());

    it("vet by name and version, and list vetted and known packages", async () => {
      expect(await stage.result("vetted")).to.deep.include(scripts);
      await stage.result("unvet");
      expect(await stage.result("vetted")).to.not.deep.include(scripts);
      expect(await stage.result("known")).to.deep.include(scripts);
      await stage.result("vet");
      expect(await stage.result("vetted")).to.deep.include(scripts);
    });

    it("refuse to vet by file name", async () => {
      expect((await stage.failure("vetDar")).message).to.include("x.dar");
    });
  });
}

for (const generation of ["3.3", "3.4", "3.5"] as const) {
  describe(`questions for signatures, as the library of ${generation} asks them`, () => {
    const keys = "$Crypto.Text:Secp256k1KeyPair";
    const stage = new ScriptStage(
      `
    record Nothing {}
    record Sign {privateKey: Text, message: Text}
    ${asks("keys", keys, "Secp256k1GenerateKeyPair", "Nothing {}")}
    ${["Secp256k1Sign", "Secp256k1WithEcdsaSign"]
      .map((command) =>
        asksWith(
          [command === "Secp256k1Sign" ? "sign" : "signDigest", keys],
          "Text",
          command,
          `Sign {privateKey = arg.privateKey, message = "${"ab".repeat(32)}"}`,
        ),
      )
      .join("\n")}
    record Signed {signature: Text, publicKey: Text}
    val verify: Signed -> $Script Bool = \\(arg: Signed) ->
      $pure @Bool (SECP256K1_BOOL arg.signature "${"ab".repeat(32)}" arg.publicKey);
  `,
      generation,
    );

    before(() => stage.open());

    it("return signatures that Daml verifies", async () => {
      const pair = (await stage.result("keys")) as Readonly<
        Record<"privateKey" | "publicKey", string>
      >;
      const signature = await stage.result("sign", pair);
      const { publicKey } = pair;
      expect(await stage.result("verify", { signature, publicKey })).to.equal(true);
      const unhashed = await stage.result("signDigest", pair);
      expect(await stage.result("verify", { signature: unhashed, publicKey })).to.equal(false);
    });

    it("require a private key", async () => {
      const unfit = { privateKey: "00", publicKey: "" };
      expect((await stage.failure("sign", unfit)).message).to.include("privateKey");
    });
  });
}

describe("question that no library asks", () => {
  it("is refused with its name and version", async () => {
    const stage = new ScriptStage(`
      record Nothing {}
      ${asks("newer", "Timestamp", "GetTime 2", "Nothing {}")}
      ${asks("unknown", "Unit", "Dance", "Nothing {}")}
    `);
    await stage.open();
    expect((await stage.failure("newer")).message).to.include("GetTime - Version 2");
    expect((await stage.failure("unknown")).message).to.include("Dance - Version 1");
  });
});

describe("script of an unknown library", () => {
  it("is listed, and refused before it runs", async () => {
    const stage = new ScriptStage("val x: $Script Int64 = $pure @Int64 7;", "none");
    await stage.open();
    expect(stage.script("x").library).to.equal("my-script 1.0.0");
    const { code, cause } = await rejectionOf(stage.result("x"));
    expect(code).to.equal("INVALID_ARGUMENT");
    expect(cause).to.include("my-script 1.0.0");
  });
});
