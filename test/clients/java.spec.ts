import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { expect } from "chai";

import { createLedger } from "../../lib/index.ts";
import { withStreams } from "../support/stream-client.ts";
import { scopeClaims, secret, signedToken } from "../support/tokens.ts";

const program = join(import.meta.dirname, "LedgerClient.java");

describe("Java client with the standard library only @slow", function () {
  // Includes the time to compile the program.

  it("creates, exercises, handles a rejection and follows updates", async function () {
    const found = spawnSync("java", ["--version"], { encoding: "utf8" });
    const [, version = "0"] = /(\d+)/u.exec(found.stdout) ?? [];
    if (Number(version) < 11) {
      console.log("    there is no Java from 11 on, which runs a source file");
      return this.skip();
    }
    const ledger = await createLedger();
    await withStreams(ledger, { auth: { hs256Secret: secret } }, async ({ baseUrl }) => {
      const token = signedToken(scopeClaims("participant_admin"));
      const java = spawn("java", [program, baseUrl, token], { stdio: ["ignore", "pipe", "pipe"] });
      const [told, errors] = await Promise.all([
        text(java.stdout),
        text(java.stderr),
        once(java, "close"),
      ]);
      const [contract] = ledger.contracts(
        "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
      );
      expect(told, errors).to.equal(
        `created ${String(contract)}\nactive ${String(contract)}\nrefused DUPLICATE_COMMAND\nfollowed ${String(contract)}\n`,
      );
    });
  });
});
