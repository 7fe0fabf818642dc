import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { parseRecording } from "../../../middleware/recording/index.ts";
import { runCommand, startCommand } from "../../support/command-line.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { withStreams } from "../../support/stream-client.ts";
import { useFolder } from "../../support/use-folder.ts";

const place = useFolder("recordings");

/** Requests the ledger end, and all contracts active at it. */
const askForContracts = async (url: string): Promise<void> => {
  const end = await fetch(`${url}/v2/state/ledger-end`);
  const { offset } = (await end.json()) as { readonly offset: number };
  await fetch(`${url}/v2/state/active-contracts`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      activeAtOffset: offset,
      eventFormat: { filtersForAnyParty: {}, verbose: true },
    }),
  });
};

/** Records a client of the demo ledger. Returns the path of the file. */
const demoRecording = async (): Promise<string> => {
  const file = place();
  const demo = await startCommand(["--auth", "disabled"]);
  try {
    const recording = await startCommand(["record", demo.baseUrl, "-o", file]);
    const url = /http:\S+(?= instead of)/u.exec(recording.greeting)?.[0] ?? "no URL";
    await askForContracts(url);
    const { code } = await recording.stop();
    expect(code).to.equal(0);
  } finally {
    await demo.stop();
  }
  return file;
};

describe("recordings on the command line", () => {
  it("are written by a proxy to a file that only its owner can read; replaying them on equal data shows no differences", async () => {
    const file = await demoRecording();
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    const report = join(place(), "new", "report.json");
    const same = await runCommand(["replay", file, "--report", report]);
    expect(same).to.deep.include({ code: 0, errors: "" });
    expect(same.output).to.match(
      /^2 replayed, 2 alike, 0 different\. Recorded from version 3\.5\.1/u,
    );
    const { counts } = JSON.parse(readFileSync(report, "utf8")) as { readonly counts: object };
    expect(counts).to.deep.include({ differs: 0, notSupported: 0 });
  });

  it("are replayed on other data with a report of differences and exit code 1", async () => {
    const file = await demoRecording();
    const text = readFileSync(file, "utf8");
    const other = place();
    writeFileSync(other, text.replace(/"currency":"[A-Z]+"/u, '"currency":"XXX"'));
    const { code, output } = await runCommand(["replay", other]);
    expect(code).to.equal(1);
    expect(output).to.match(
      /#2 POST \/v2\/state\/active-contracts:\n {4}\/body\/\d+\/.*\/currency: recorded "XXX", answered "/u,
    );
    expect(output).to.include("2 replayed, 1 alike, 1 different.");
  });

  it("are replayed on a fork of the participant, at the offset where they began", async () => {
    const file = place();
    const demo = await startCommand(["--auth", "disabled"]);
    try {
      const recording = await startCommand(["record", demo.baseUrl, "-o", file]);
      const url = /http:\S+(?= instead of)/u.exec(recording.greeting)?.[0] ?? "no URL";
      await askForContracts(url);
      await recording.stop();
      const [bank = ""] = /bank::\w+/u.exec(demo.greeting) ?? [];
      const iou = { issuer: bank, owner: bank, currency: "XTS", amount: "1.0", observers: [] };
      const templateId = "#iou:Iou:Iou";
      const answer = await fetch(`${demo.baseUrl}/v2/commands/submit-and-wait`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          commandId: "later",
          userId: "bank",
          actAs: [bank],
          commands: [{ CreateCommand: { templateId, createArguments: iou } }],
        }),
      });
      expect(answer.status).to.equal(200);
      const { offset } = (await answer.json()) as { readonly offset?: number };
      const fork = ["--fork", demo.baseUrl];
      const same = await runCommand(["replay", file, ...fork]);
      expect(same.output).to.match(/^2 replayed, 2 alike, 0 different\./u);
      expect(same.code).to.equal(0);
      const { header } = parseRecording(readFileSync(file, "utf8"));
      expect(offset).to.not.equal(header.offset);
      const later = await runCommand([
        "replay",
        file,
        ...fork,
        "--fork-at",
        String(Number(header.offset) + 1),
      ]);
      expect(later.output).to.include("1 different");
    } finally {
      await demo.stop();
    }
  });

  it("are redacted into another file", async () => {
    const file = await demoRecording();
    expect(readFileSync(file, "utf8")).to.include("alice::");
    const redacted = place();
    const { code, output } = await runCommand(["redact", file, "-o", redacted, "--ids"]);
    expect(code).to.equal(0);
    expect(output).to.include("Review it before you share it");
    const text = readFileSync(redacted, "utf8");
    expect(text).to.include("party-1::");
    expect(text).to.not.include("alice::");
  });

  it("never overwrite a file; an invalid file, port or URL is reported", async () => {
    const file = place();
    writeFileSync(file, "mine");
    const unused = place();
    const { ledger } = await iouLedger();
    await withStreams(ledger, { auth: "disabled" }, async ({ baseUrl }) => {
      const port = new URL(baseUrl).port;
      for (const [given, words] of [
        [["record", baseUrl, "-o", file, "--port", "0"], `${file} already exists.`],
        [["record", baseUrl, "-o", unused, "--port", port], `Port ${port} is in use.`],
        [
          ["record", "nowhere", "-o", place(), "--port", "0"],
          "to: expected URL of a JSON Ledger API",
        ],
        [["replay", file], "line 1: expected a recording, whose first line is a header"],
        [["replay", `${file}.no`], `There is no recording ${file}.no.`],
        [["redact", file], "required option '-o, --output <file>'"],
      ] as const) {
        const { code, errors } = await runCommand(given);
        expect(code).to.equal(1);
        expect(errors).to.include(words);
      }
    });
    expect(readFileSync(file, "utf8")).to.equal("mine");
    expect(existsSync(unused)).to.equal(false);
  });
});
