import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { expect } from "chai";
import jsonwebtoken from "jsonwebtoken";
import { WebSocket } from "ws";

import { useCommandOutput } from "../../support/command-line.ts";
import { compileProgram } from "../../support/compile-program.ts";
import { curl, curlLines } from "../../support/curl.ts";
import { keyEntry } from "../../support/key-sets.ts";
import { p256Keys, scopeClaims, signedToken } from "../../support/tokens.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

/** Returns the base URL in the text that the command line prints at its start. */
const baseUrlOf = (output: string): string =>
  /Ledger API +(http:\/\/\S+)/.exec(output)?.[1] ?? "no base URL";

/**
 * Resolves with the output of a process up to the end of its start-up text, or with all output if it ends
 * before.
 */
const greetingOf = async (
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<{ readonly output: string; readonly errors: string }> => {
  let [output, errors] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ctrl-C")) resolve();
    });
    child.stdout.on("end", resolve);
  });
  return { output, errors };
};

describe("command line @slow", () => {
  it("serves streams over WebSocket, and closes them when it is stopped", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { code } = await useCommandOutput(
      ["--port", "0", "--auth", "disabled"],
      async (greeting) => {
        const socket = new WebSocket(
          `${baseUrlOf(greeting).replace("http", "ws")}/v2/updates`,
          "daml.ws.auth",
        );
        await once(socket, "open");
        socket.send(JSON.stringify({ beginExclusive: 0, filter: { filtersForAnyParty: {} } }));
        const [frame] = (await once(socket, "message")) as [Buffer];
        expect(JSON.parse(frame.toString("utf8"))).to.have.property("update");
        closed = once(socket, "close");
      },
    );
    expect(code).to.equal(0);
    await closed;
  });

  it("serves the demo from a shell: every printed request works, and SIGINT ends it", async () => {
    const start = join(import.meta.dirname, "..", "..", "..", ".ci", "start.js");
    const child = spawn(process.execPath, [start, "--port", "0", "--control"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PORT: "1" },
    });
    const exit = once(child, "exit");
    try {
      const { output, errors } = await greetingOf(child);
      expect(errors).to.equal("");
      expect(output).to.match(/Loaded demo and coin: \d\d transactions/);
      const lines = curlLines(output);
      expect(lines).to.have.length(6);
      const answers = [];
      for (const line of lines) answers.push(await curl(line));
      expect(answers.map(({ status }) => status)).to.deep.equal(lines.map(() => 200));
      const [, users, contracts, submitted, history] = answers;
      expect(users?.json).to.have.property("users").with.length(3);
      expect(contracts?.json).to.have.length(5);
      expect(submitted?.json).to.have.nested.property("transaction.events[0].CreatedEvent");
      expect(history?.json).to.have.property("transactions").with.length(5);
    } finally {
      child.kill("SIGINT");
    }
    expect(await exit).to.deep.equal([0, null]);
  });

  it("serves without authorization on request", async () => {
    const { code } = await useCommandOutput(
      ["--port", "0", "--auth", "disabled"],
      async (greeting) => {
        expect(greeting).to.not.include("Bearer");
        const lines = curlLines(greeting);
        expect(lines).to.have.length(5);
        for (const line of lines) expect((await curl(line)).status, line).to.equal(200);
        const control = await fetch(`${baseUrlOf(greeting)}/control/clock`);
        expect(control.status).to.equal(404);
      },
    );
    expect(code).to.equal(0);
  });

  describe("command line with files", () => {
    let folder: string;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "cli-"));
    });

    after(() => rm(folder, { recursive: true }));

    const written = async (name: string, text: string): Promise<string> => {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    };

    it("loads the given files instead of the demo, with the clock that a file sets", async () => {
      const market = await written(
        "market.yaml",
        "startsAt: 2020-01-01T00:00:00Z\nsteps:\n  - party: { alias: o, hint: o neill }\n" +
          "  - user: { id: o'neill, actAs: [o] }\n",
      );
      const more = await written("more.json", '{"steps": [{"party": "p"}]}');
      const given = ["--port", "0", "--control", "--auth", "secret", "--fixtures", market, more];
      const { code } = await useCommandOutput(given, async (greeting) => {
        expect(greeting).to.include("Loaded market.yaml and more.json: 0 transactions");
        const answers = await Promise.all(curlLines(greeting).map(curl));
        expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
        expect(answers.at(-1)?.json).to.deep.equal({
          time: "2020-01-01T00:00:00Z",
          mode: "manual",
        });
      });
      expect(code).to.equal(0);
    });

    it("connects to the given synchronizers", async () => {
      const moves = await written(
        "moves.yaml",
        "steps:\n  - party: { alias: a, synchronizer: east }\n  - host: { party: a, synchronizer: west }\n",
      );
      const given = ["--port", "0", "--auth", "disabled", "--synchronizers", "east", "west"];
      const { code } = await useCommandOutput([...given, "--fixtures", moves], async (greeting) => {
        const path = "/v2/state/connected-synchronizers?party=";
        const [party = ""] = /a::1220\w+/.exec(greeting) ?? [];
        const answer = await fetch(`${baseUrlOf(greeting)}${path}${encodeURIComponent(party)}`);
        const { connectedSynchronizers } = (await answer.json()) as {
          readonly connectedSynchronizers: readonly { readonly synchronizerAlias: string }[];
        };
        const aliases = connectedSynchronizers.map(({ synchronizerAlias }) => synchronizerAlias);
        expect(aliases).to.deep.equal(["east", "west"]);
      });
      expect(code).to.equal(0);
      const { errors } = await useCommandOutput(given);
      expect(errors).to.match(/^error: .*--fixtures/);
    });

    it("reports the position of an error in a file, and does not start", async () => {
      const broken = await written("broken.yaml", "steps:\n  - party: alice\n  - partie: bob\n");
      const { code, errors } = await useCommandOutput(["--port", "0", "--fixtures", broken]);
      expect(code).to.equal(1);
      expect(errors).to.match(/^broken\.yaml:3:5: steps\[1\]\.partie: /);
    });

    it("runs fixtures in TypeScript, also if Node supports none or only part of its syntax", async () => {
      const module = await written(
        "mine.mts",
        'enum Name {\n  First = "first",\n}\nexport default { steps: [{ party: Name.First }] };\n',
      );
      // In another process, since the test process may already have loaded TypeScript support.
      const main = await compileProgram("command-line", 'import "./middleware/cli/main.ts";');
      const child = spawn(process.execPath, [main, "--port", "0", "--fixtures", module], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      const exit = once(child, "exit");
      const { output, errors } = await greetingOf(child);
      expect(errors).to.equal("");
      expect(output).to.match(/^ {2}first::1220/m);
      child.kill("SIGINT");
      expect(await exit).to.deep.equal([0, null]);
    });

    it("names a missing file of any kind", async () => {
      for (const file of ["none.yaml", "none.js"]) {
        const path = join(folder, file);
        const { code, errors } = await useCommandOutput(["--port", "0", "--fixtures", path]);
        expect(code).to.equal(1);
        expect(errors).to.equal(`There is no file ${path}.\n`);
      }
    });

    it("verifies tokens with a public key, and creates none", async () => {
      const key = await written("key.pem", p256Keys.publicPem);
      const { code } = await useCommandOutput(["--port", "0", "--auth", key], async (greeting) => {
        expect(greeting).to.include("Bearer $TOKEN");
        const claims = { sub: "participant_admin", scope: "daml_ledger_api" };
        const token = signedToken(claims, p256Keys.privateKey, "ES256");
        const users = curlLines(greeting).find((line) => line.includes("/v2/users")) ?? "";
        expect((await curl(users.replace("$TOKEN", token))).status).to.equal(200);
        expect((await curl(users)).status).to.equal(401);
      });
      expect(code).to.equal(0);
    });

    it("accepts a folder name as a secret", async () => {
      const given = [
        "--port",
        "0",
        "--auth",
        folder,
        "--fixtures",
        await written("none.yaml", "steps: []\n"),
      ];
      const { code } = await useCommandOutput(given, (greeting) => {
        expect(greeting).to.include(`the secret ${folder}`);
        return Promise.resolve();
      });
      expect(code).to.equal(0);
    });

    it("refuses a file without a key", async () => {
      const key = await written("no.pem", "secret");
      const { code, errors } = await useCommandOutput(["--auth", key]);
      expect(code).to.equal(1);
      expect(errors).to.match(/no public RSA or EC key/);
    });
  });

  it("refuses tokens above the maximum lifetime, and prints no such token at its start", async () => {
    const given = ["--port", "0", "--auth", "secret", "--max-token-lifetime", "300"];
    const { code } = await useCommandOutput(given, async (greeting) => {
      const [users = ""] = curlLines(greeting).filter((line) => line.includes("/v2/users"));
      expect((await curl(users)).status).to.equal(200);
      const claims = scopeClaims("participant_admin", { exp: Math.ceil(Date.now() / 1000) + 600 });
      const token = signedToken(claims, "secret");
      expect((await curl(users.replace(/Bearer [^"]+/, `Bearer ${token}`))).status).to.equal(401);
    });
    expect(code).to.equal(0);
  });

  it("accepts only tokens with the configured audience or scope, and prints such tokens", async () => {
    for (const [option, value, claims] of [
      ["--audience", "https://ledger.example", { aud: "https://ledger.example" }],
      ["--scope", "my_scope", { scp: ["other", "my_scope"] }],
    ] as const) {
      const given = ["--port", "0", "--auth", "secret", option, value];
      const { code } = await useCommandOutput(given, async (greeting) => {
        const [users = ""] = curlLines(greeting).filter((line) => line.includes("/v2/users"));
        const withToken = (token: object) =>
          curl(users.replace(/Bearer [^"]+/, `Bearer ${signedToken(token, "secret")}`));
        expect((await curl(users)).status, option).to.equal(200);
        const own = { sub: "participant_admin", ...claims };
        expect((await withToken(own)).status, option).to.equal(200);
        expect((await withToken(scopeClaims("participant_admin"))).status, option).to.equal(401);
      });
      expect(code).to.equal(0);
    }
  });

  it("accepts tokens of configured identity providers for their users", async () => {
    const keys = JSON.stringify({ keys: [keyEntry(p256Keys, "one")] });
    await withListeningServer(
      (_, response) => void response.end(keys),
      async (issuer) => {
        const provider = `idp,${issuer},${issuer}/keys,ledger`;
        const given = ["--port", "0", "--auth", "secret", "--identity-provider", provider];
        const { code } = await useCommandOutput(given, async (greeting) => {
          const [users = ""] = curlLines(greeting).filter((line) => line.includes("/v2/users"));
          const admin = /Bearer [^"]+/.exec(users)?.[0] ?? "";
          const base = baseUrlOf(greeting);
          const created = await fetch(`${base}/v2/users`, {
            method: "POST",
            headers: { Authorization: admin },
            body: JSON.stringify({ user: { id: "theirs", identityProviderId: "idp" }, rights: [] }),
          });
          expect(created.status).to.equal(200);
          const ask = async (claims: object) => {
            const token = jsonwebtoken.sign(
              { sub: "theirs", iss: issuer, ...claims },
              p256Keys.privateKey,
              {
                algorithm: "ES256",
                keyid: "one",
              },
            );
            const headers = { Authorization: `Bearer ${token}` };
            return (
              await fetch(`${base}/v2/authenticated-user?identity-provider-id=idp`, { headers })
            ).status;
          };
          expect(await ask({ aud: "ledger" })).to.equal(200);
          expect(await ask({ aud: "another" })).to.equal(401);
        });
        expect(code).to.equal(0);
      },
    );
  });

  it("names an invalid identity provider", async () => {
    const given = ["--port", "0", "--identity-provider", "idp,issuer,keys"];
    const { code, errors } = await useCommandOutput(given);
    expect(code).to.equal(1);
    expect(errors).to.include("jwksUrl");
  });

  it("logs the reason for a refused call in one line, with its trace", async () => {
    let traceId: unknown;
    const given = ["--port", "0", "--auth", "secret"];
    const { errors } = await useCommandOutput(given, async (greeting) => {
      const filtersByParty = { "mallory\nforged line\u001b[31m": {} };
      const answer = await fetch(`${baseUrlOf(greeting)}/v2/state/active-contracts`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${signedToken(scopeClaims("alice"), "secret")}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ activeAtOffset: 0, eventFormat: { filtersByParty } }),
      });
      expect(answer.status).to.equal(403);
      ({ traceId } = (await answer.json()) as { readonly traceId?: unknown });
    });
    expect(errors).to.equal(
      `${String(traceId)} PERMISSION_DENIED: The caller has no right to read as the party mallory%0Aforged line%1B[31m.\n`,
    );
  });

  it("omits hints in errors on request", async () => {
    const hintOf = async (...more: readonly string[]): Promise<unknown> => {
      let hint: unknown;
      const given = ["--port", "0", "--auth", "disabled", ...more];
      const { code } = await useCommandOutput(given, async (greeting) => {
        const answer = await fetch(`${baseUrlOf(greeting)}/v2/users/nobody`);
        ({ hint } = (await answer.json()) as { readonly hint?: unknown });
      });
      expect(code).to.equal(0);
      return hint;
    };
    expect(await hintOf()).to.be.an("object");
    expect(await hintOf("--errors", "exact")).to.equal(undefined);
  });

  it("follows a participant where it differs from the specification, if an option requests it", async () => {
    const statusWith = async (...more: readonly string[]): Promise<number> => {
      let status = 0;
      const given = ["--port", "0", "--auth", "disabled", "--request-timeout", "5", ...more];
      const { code } = await useCommandOutput(given, async (greeting) => {
        const answer = await fetch(`${baseUrlOf(greeting)}/v2/state/active-contracts`, {
          method: "POST",
          body: JSON.stringify({ eventFormat: { filtersForAnyParty: {} } }),
        });
        ({ status } = answer);
      });
      expect(code).to.equal(0);
      return status;
    };
    expect(await statusWith()).to.equal(400);
    expect(await statusWith("--precedence", "participant")).to.equal(200);
  });

  it("reports that the port is in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    // The address of a listening TCP server is an object.
    const { port } = server.address() as AddressInfo;
    try {
      const { code, errors } = await useCommandOutput([], undefined, { PORT: String(port) });
      expect(code).to.equal(1);
      expect(errors).to.match(new RegExp(`^Port ${port} is in use\\..*--port`));
    } finally {
      server.close();
    }
  });

  it("prints help, and explains unknown arguments", async () => {
    const helpOf = async (...command: readonly string[]): Promise<string> => {
      let text = "";
      const given = [...command, "--help"];
      const { code } = await useCommandOutput(given, (more) => void (text += more));
      expect(code).to.equal(0);
      return text;
    };
    expect(await helpOf())
      .to.match(/Commands:\n {2}init /u)
      .and.include("serve --help");
    expect(await helpOf("token"))
      .to.include("--port <number>")
      .and.not.include("--fixtures");
    const help = await helpOf("serve");
    expect(help).to.include("--fixtures").and.include("--auth");
    for (const group of ["Content:", "Server:", "Authorization:", "Fork of a participant:"]) {
      expect(help.split("\n")).to.include(group);
    }
    for (const line of help.split("\n")) expect(line.length, line).to.be.at.most(100);
    const wrong = [
      ["--port", "70000"],
      ["--port", "x"],
      ["--auth", ""],
      ["--protocol-version", "33"],
      ["--errors", "none"],
      ["--max-token-lifetime", "5m"],
      ["--commit-delay", "200ms"],
      ["--commit-delay", "60001"],
      ["--max-token-lifetime", "0"],
      ["--scope", "two words"],
      ["--audience", ""],
      ["--identity-provider", "idp,issuer"],
      ["--self-allocated-parties", "-1"],
      ["--nonsense"],
      // Options of a server, for commands that do not use them.
      ["init", "folder", "--fixtures", "a.yaml"],
      ["cache", "--seed", "5"],
      ["token", "alice", "--watch"],
      ["extra"],
    ];
    for (const given of wrong) {
      const { code, errors } = await useCommandOutput(given);
      expect(code, given.join(" ")).to.equal(1);
      expect(errors).to.match(/^error: /);
    }
    expect((await useCommandOutput([], undefined, { PORT: "many" })).errors).to.match(/PORT/);
  });
});
