import { expect } from "chai";

import { createLedger } from "../../../../lib/index.ts";
import { loadEntries } from "../../../../lib/ledger/stores/text/load-entries.ts";
import { createMemoryStore } from "../../../../lib/store.ts";
import { collectAll } from "../../../support/collect-all.ts";
import { dumpWithHashes, entriesOf } from "../../../support/dump-with-hashes.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { iouLedger } from "../../../support/iou-ledger.ts";
import { iouPackage } from "../../../support/iou-package.ts";

const packages = [iouPackage];

describe("hostile dump with correct hashes", () => {
  let entries: readonly string[] = [];

  before(async () => {
    const { ledger, alice } = await iouLedger();
    const iou = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
    const create = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments: iou } };
    await ledger.submit({ actAs: alice, commands: create });
    const [contract] = ledger.contracts("#iou:Iou:Iou", { as: alice });
    const transfer = {
      ExerciseCommand: {
        templateId: "#iou:Iou:Iou",
        contractId: contract?.contractId ?? "",
        choice: "Transfer",
        choiceArgument: { newOwner: alice },
      },
    };
    await ledger.submit({ actAs: alice, commands: transfer });
    entries = entriesOf((await collectAll(ledger.dump())).join(""));
  });

  const changed = (find: RegExp, replace: string): string => {
    const text = entries.map((entry) => entry.replace(find, replace));
    expect(text).to.not.deep.equal(entries);
    return dumpWithHashes(text);
  };

  it("is loaded without its error", async () => {
    const ledger = await createLedger({ from: dumpWithHashes(entries), packages });
    expect(ledger.contracts("#iou:Iou:Iou")).to.have.length(1);
  });

  const deep = `${'{"kind":"list","elements":['.repeat(5_000)}${"]}".repeat(5_000)}`;
  const changes: readonly (readonly [title: string, find: RegExp, replace: string])[] = [
    ["null instead of a root", /"roots":\[0\]/u, '"roots":[null]'],
    ["a root that does not exist", /"roots":\[0\]/u, '"roots":[0,1000000000]'],
    ["a root twice", /"roots":\[0\]/u, '"roots":[0,0]'],
    ["a node below itself", /"children":\[\d\]/u, '"children":[0]'],
    ["a node with the same child three times", /"children":\[1\]/u, '"children":[1,1,1]'],
    ["a wrong last descendant", /"lastDescendantNodeId":\d+/u, '"lastDescendantNodeId":9e9'],
    ["an offset that is too large", /"offset":\d+/u, '"offset":1e308'],
    ["an offset before the first", /"offset":\d+/u, '"offset":-1'],
    [
      "a record time of 900 digits",
      /"recordTime":\{"\$int":"\d+"\}/u,
      `"recordTime":{"$int":"${"9".repeat(900)}"}`,
    ],
    ["a number of a million digits", /\{"\$int":"\d+"\}/u, `{"$int":"${"9".repeat(1_000_000)}"}`],
    ["a deep value", /"argument":\{/u, `"argument":${deep},"was":{`],
    [
      "a deeply nested list",
      /"argument":\{/u,
      `"argument":${"[".repeat(200_000)}${"]".repeat(200_000)},"was":{`,
    ],
    ["a signatory that is not a party", /"signatories":\[/u, '"signatories":[{},'],
    ["the text __proto__ instead of metadata", /"metadata":\{/u, '"metadata":"__proto__","was":{'],
    ["the kind constructor", /"kind":"create"/u, '"kind":"constructor"'],
    ["a list instead of a map", /\{"\$map":\[\]\}/u, "[]"],
    ["null instead of a vetting", /"vetting":\{/u, '"vetting":null,"was":{'],
    ["null instead of an event", /"events":\[.*\]/u, '"events":[null]'],
  ];
  for (const [title, find, replace] of changes) {
    it(`is refused with its line for ${title}`, async () => {
      const error = await rejectionOf(createLedger({ from: changed(find, replace), packages }));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.cause).to.match(/^The dump cannot be loaded\. Line \d+ /u);
    });
  }

  const unshown: readonly (readonly [title: string, find: RegExp, replace: string])[] = [
    ["malformed contract ids", /"contractId":"00/gu, '"contractId":"0'],
    [
      "malformed hashes of keys",
      /"createdAt"/u,
      '"key":{"value":{"kind":"unit"},"maintainers":[],"hash":"0"},"createdAt"',
    ],
    ["templates that do not exist in their package", /:Iou:Iou"/gu, ':Iou:Nothing"'],
    ["unknown packages", /[0-9a-f]{64}:Iou:Iou"/gu, `${"ab".repeat(32)}:Iou:Iou"`],
    ["choices that do not exist in their template", /"choice":"Transfer"/u, '"choice":"toString"'],
    ["arguments of other types", /"kind":"numeric","scale":10/u, '"kind":"numeric","scale":9'],
    [
      "arguments with other fields",
      /"argument":\{"kind":"record","fields":\[/gu,
      '$&{"kind":"unit"},',
    ],
    [
      "keys of contracts whose template has no key",
      /"createdAt"/u,
      `"key":{"value":{"kind":"unit"},"maintainers":[],"hash":"${"0".repeat(64)}"},"createdAt"`,
    ],
    ["results of other types", /"result":\{"kind":"contractId"/u, '"result":{"kind":"text"'],
  ];
  for (const [title, find, replace] of unshown) {
    it(`is refused with its entry for ${title}`, async () => {
      const text = changed(find, replace);
      const error = await rejectionOf(createLedger({ from: text, packages }));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.cause).to.match(/^Entry \d+ of the journal is invalid\. /u);
      // A hostile journal in a store has the same events.
      const store = createMemoryStore();
      await loadEntries(text, store);
      expect(await rejectionOf(createLedger({ store, packages }))).to.have.property(
        "cause",
        error.cause,
      );
    });
  }

  it("does not delete the entries that another process writes while the dump is loaded", async () => {
    const lines = dumpWithHashes(entries).split("\n");
    for (const read of [0, 2]) {
      const store = createMemoryStore();
      const source = async function* () {
        yield `${lines.slice(0, read).join("\n")}\n`.trimStart();
        // By then, the entries before have been written.
        await new Promise(setImmediate);
        const position = (await store.position()) + 1;
        expect(await store.append(position, [{ kind: "userDeleted", userId: "kept" }])).to.equal(
          true,
        );
        yield "no dump\n";
      };
      expect((await rejectionOf(loadEntries(source(), store))).code).to.equal("INVALID_ARGUMENT");
      const kept = await collectAll(store.read(0));
      expect(JSON.stringify(kept.at(-1))).to.include("kept");
    }
  });

  it("does not change Object.prototype", async () => {
    const text = changed(/"events":\[\{/u, '"events":[{"__proto__":{"polluted":true},');
    await (await createLedger({ from: text, packages })).close();
    expect("polluted" in {}).to.equal(false);
  });
});
