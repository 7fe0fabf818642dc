import { expect } from "chai";

import { createLedger } from "../../../../lib/create-ledger.ts";
import { collected } from "../../../support/collected.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { iouLedger } from "../../../support/iou-ledger.ts";
import { iouPackage } from "../../../support/iou-package.ts";
import { entriesOf, rechained } from "../../../support/rechained-dump.ts";

const packages = [iouPackage];

describe("a dump whose hashes are right, and that means no good", () => {
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
    entries = entriesOf((await collected(ledger.dump())).join(""));
  });

  const changed = (find: RegExp, replace: string): string => {
    const text = entries.map((entry) => entry.replace(find, replace));
    expect(text).to.not.deep.equal(entries);
    return rechained(text);
  };

  it("is loaded where nothing is wrong with it", async () => {
    const ledger = await createLedger({ from: rechained(entries), packages });
    expect(ledger.contracts("#iou:Iou:Iou")).to.have.length(1);
  });

  const deep = `${'{"kind":"list","elements":['.repeat(5_000)}${"]}".repeat(5_000)}`;
  const changes: readonly (readonly [title: string, find: RegExp, replace: string])[] = [
    ["no roots", /"roots":\[0\]/u, '"roots":[null]'],
    ["a root that is not there", /"roots":\[0\]/u, '"roots":[0,1000000000]'],
    ["a root twice", /"roots":\[0\]/u, '"roots":[0,0]'],
    ["a node below itself", /"children":\[\d\]/u, '"children":[0]'],
    ["nodes that several are above of", /"children":\[1\]/u, '"children":[1,1,1]'],
    ["a subtree that ends elsewhere", /"lastDescendantNodeId":\d+/u, '"lastDescendantNodeId":9e9'],
    ["an offset that is none", /"offset":\d+/u, '"offset":1e308'],
    ["an offset before the first", /"offset":\d+/u, '"offset":-1'],
    [
      "a time that no clock tells",
      /"recordTime":\{"\$int":"\d+"\}/u,
      `"recordTime":{"$int":"${"9".repeat(900)}"}`,
    ],
    ["a number of a million digits", /\{"\$int":"\d+"\}/u, `{"$int":"${"9".repeat(1_000_000)}"}`],
    ["a deep value", /"argument":\{/u, `"argument":${deep},"was":{`],
    [
      "depth alone",
      /"argument":\{/u,
      `"argument":${"[".repeat(200_000)}${"]".repeat(200_000)},"was":{`,
    ],
    ["parties that are none", /"signatories":\[/u, '"signatories":[{},'],
    ["members of every object", /"metadata":\{/u, '"metadata":"__proto__","was":{'],
    ["a kind that every object has", /"kind":"create"/u, '"kind":"constructor"'],
    ["a map that is a list", /\{"\$map":\[\]\}/u, "[]"],
    ["a vetting that is none", /"vetting":\{/u, '"vetting":null,"was":{'],
    ["no content", /"events":\[.*\]/u, '"events":[null]'],
  ];
  for (const [title, find, replace] of changes) {
    it(`is refused, with its line, for ${title}`, async () => {
      const error = await rejectionOf(createLedger({ from: changed(find, replace), packages }));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.cause).to.match(/^The dump cannot be loaded\. Line \d+ /u);
    });
  }

  it("changes nothing that all objects have", async () => {
    const text = changed(/"events":\[\{/u, '"events":[{"__proto__":{"polluted":true},');
    await (await createLedger({ from: text, packages })).close();
    expect("polluted" in {}).to.equal(false);
  });
});
