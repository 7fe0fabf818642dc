import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { expect } from "chai";

import { buildPage } from "../../support/built-page.ts";
import { type RunningCommand, startCommand } from "../../support/command-line.ts";

const html = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("pages of the command line server @slow", () => {
  let ledger: RunningCommand;

  before(async () => {
    await buildPage();
    ledger = await startCommand(["--control", "--secret", "hush", "--control-secret", "shush"]);
  });

  after(() => ledger.stop());

  const page = async (path: string, headers: Readonly<Record<string, string>> = html) => {
    const answer = await fetch(`${ledger.baseUrl}${path}`, { headers });
    return { answer, text: await answer.text() };
  };

  it("include the explorer at the root, without a token and with no request that needs one", async () => {
    const { answer, text } = await page("/");
    expect(answer.status).to.equal(200);
    expect(answer.headers.get("content-type")).to.equal("text/html; charset=utf-8");
    for (const [, path = ""] of text.matchAll(/(?:href|src)="(explorer-assets[^"]*)"/g)) {
      expect((await page(`/${path}`)).answer.status, path).to.equal(200);
    }
    expect(text).to.include('lang="en"').and.include("/v2/").and.include("control");
    for (const secret of ["hush", "shush", "alice", "1220"]) expect(text).to.not.include(secret);
  });

  it("load nothing from other servers, and cannot be framed", async () => {
    for (const path of ["/", "/docs", "/docs/explorer.js"]) {
      const { answer, text } = await page(path);
      const policy = answer.headers.get("content-security-policy");
      expect(policy).to.include("default-src 'none'").and.include("frame-ancestors 'none'");
      if (path === "/docs/explorer.js") continue;
      expect(text).to.not.match(/(?:href|src)="(?!\/|data:,|explorer-assets\/)/);
    }
  });

  it("include a reference of all operations, whose library is sent compressed to clients that accept it", async () => {
    const { text } = await page("/docs");
    expect(text).to.include("<openapi-explorer");
    const plain = await page("/docs/explorer.js", { "Accept-Encoding": "identity" });
    expect(plain.answer.headers.get("content-encoding")).to.equal(null);
    expect(plain.text).to.include("openapi-explorer");
    const packed = await page("/docs/explorer.js", { "Accept-Encoding": "gzip" });
    expect(packed.answer.headers.get("content-encoding")).to.equal("gzip");
    expect(packed.text).to.equal(plain.text);
    expect(gzipSync(plain.text).length).to.be.below(300_000);
  });

  it("suggest the intended path for an unknown one", async () => {
    const answer = await fetch(`${ledger.baseUrl}/v1/create`, { method: "POST", body: "{}" });
    expect(answer.status).to.equal(404);
    const { hint } = (await answer.json()) as { hint?: { nearest?: string } };
    expect(hint?.nearest).to.equal("/v2/commands/submit-and-wait-for-transaction");
  });

  it("do not replace responses that a participant gives", async () => {
    for (const path of ["/", "/docs"]) {
      const { answer, text } = await page(path, { Accept: "application/json" });
      expect(answer.status).to.equal(404);
      expect(JSON.parse(text)).to.have.property("errors");
    }
    expect((await fetch(ledger.baseUrl, { method: "POST" })).status).to.equal(404);
    const head = await fetch(ledger.baseUrl, { method: "HEAD" });
    expect(head.status).to.equal(200);
    expect(Number(head.headers.get("content-length"))).to.be.above(500);
  });

  it("contain the path of the control API only if control is on", async () => {
    const open = await startCommand(["--auth", "disabled"]);
    const text = await (await fetch(open.baseUrl, { headers: html })).text();
    expect(text).to.include("&quot;needsToken&quot;:false").and.not.include("controlPath");
    await open.stop();
  });

  it("show the operations in a browser", async function () {
    const browser = "/usr/bin/chromium";
    if (
      await access(browser).then(
        () => false,
        () => true,
      )
    ) {
      this.skip();
    }
    const given = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000"];
    const log = ledger.log.length;
    await promisify(execFile)(browser, [...given, "--dump-dom", `${ledger.baseUrl}/docs`], {
      maxBuffer: 10_000_000,
    });
    const asked = ledger.log.slice(log).join("");
    expect(asked).to.include("GET /docs/explorer.js - 200").and.include("GET /docs/openapi - 200");
  });
});
