import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import { WebSocket } from "ws";

import {
  type CommandLineOptions,
  runCommand,
  startCommand,
  tokensIn,
} from "../../support/command-line.ts";
import { compileProgram } from "../../support/compile-program.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const statusOf = async (url: string, token?: string, method = "GET"): Promise<number> => {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return (await fetch(url, { method, headers })).status;
};

const json = async (url: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
  (await (await fetch(url, init)).json()) as Record<string, unknown>;

describe("command line options @slow", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "options-"));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const written = async (name: string, text: string | Uint8Array): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };

  it("print the version of the package", async () => {
    const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
    for (const option of ["--version", "-V"]) {
      expect(await runCommand([option])).to.deep.equal({
        code: 0,
        output: `${version}\n`,
        errors: "",
      });
    }
  });

  it("refuse values that an option does not take, and options that exclude each other", async () => {
    const cases: readonly (readonly [given: readonly string[], why: string])[] = [
      [["--dars", folder], "--dars needs --localnet; a plain ledger uses --dar"],
      [["--localnet"], "--localnet needs --dars <folder>"],
      [
        ["--localnet", "--dars", folder, "--store", folder, "--secret", "s"],
        "--localnet excludes --secret, --store",
      ],
      [["--watch", "--store", folder], "--watch and --store exclude each other"],
      [["--fork", "http://127.0.0.1:1", "--store", folder], "--fork excludes --from, --store"],
      [["--protocol-version", "1"], "Expected one of 34, 35, dev."],
      [["--api-version", "1.0"], "Expected 3.4, 3.5 or 3.6, or a release of them such as 3.5.1."],
      [
        ["--enable-deprecated", "endpoints-34"],
        "--enable-deprecated needs --api-version 3.6: version 3.5 does not disable",
      ],
      [["--host", "two words"], "Expected a word without spaces."],
      [["--seed", ""], "Expected a number or a text."],
      [["--secret", ""], "Expected a non-empty secret."],
      [["--from", ""], "Expected the name of a file."],
      [["--store", "mysql://host/name"], "Expected a folder, or a database as postgres://"],
      [["--commit-delay", "60001"], "Expected an integer number of milliseconds from 0 to 60000."],
      [["--auth", ""], "Expected disabled, a file, or a secret."],
      [["--auth", "off"], "Expected disabled, a file, or a secret."],
      [["test", "--jobs", "0", "any.dar"], "Expected an integer from 1 to 9999."],
    ];
    for (const [given, why] of cases) {
      const { code, errors } = await runCommand(given);
      expect(code, given.join(" ")).to.equal(1);
      expect(errors, given.join(" ")).to.include(why);
    }
  });

  it("list the commands and explain the file arguments in the help", async () => {
    const errors = async (...given: readonly string[]): Promise<string> => {
      const { code, output, errors } = await runCommand(given);
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      return errors.trim();
    };
    expect(await errors("start")).to.match(
      /There is no command start\. Commands: init, serve, token, .*\.$/u,
    );
    expect(await errors("tokn", "alice")).to.match(
      /There is no command tokn\. .* Did you mean token\?$/u,
    );
    expect(await errors("--port", "1", "token", "alice")).to.equal(
      "error: Write options after the command: ledger-in-a-box token …",
    );
    expect(await errors("market.yaml")).to.match(/Pass files with --fixtures\.$/u);
    expect(await errors("my.dar")).to.match(/Pass files with --dar\.$/u);
    expect(await errors("--script", "Main:setup")).to.include("--script needs a --dar");
  });

  it("name a file that is not a DAR", async () => {
    const text = await written("text.dar", "hello");
    const none = join(folder, "none.dar");
    const wrong = { [none]: "There is no DAR", [folder]: "is a folder, not a DAR" };
    for (const [path, why] of Object.entries(wrong)) {
      for (const given of [
        ["--dar", path],
        ["test", path],
        ["--dar", path, "--script", "Main:x"],
      ]) {
        const { code, errors } = await runCommand(given);
        expect(code).to.equal(1);
        expect(errors).to.include(path).and.to.include(why);
      }
    }
    const named = await written("no-dar.json", "{}");
    expect((await runCommand(["--dar", named])).errors).to.equal(
      `${named} is not a DAR: its name must end in .dar.\n`,
    );
    expect((await runCommand(["test", named])).errors).to.include("its name must end in .dar");
    expect((await runCommand(["test", text])).errors).to.include(`${text}: Dar file is corrupt`);
  });

  describe("command line options for tokens", () => {
    it("print a valid token for every loaded user", async () => {
      const { greeting, baseUrl, stop } = await startCommand([]);
      const tokens = tokensIn(greeting);
      expect([...tokens.keys()]).to.have.members(["alice", "bob", "participant_admin"]);
      for (const [user, token] of tokens) {
        const answer = await json(`${baseUrl}/v2/authenticated-user`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        expect(answer).to.have.nested.property("user.id", user);
      }
      await stop();
    });

    it("print at most twenty tokens", async () => {
      const steps = Array.from({ length: 30 }, (_, index) => `  - user: { id: u${index} }\n`);
      const many = await written("many.yaml", `steps:\n${steps.join("")}`);
      const { greeting, stop } = await startCommand(["--fixtures", many]);
      expect(tokensIn(greeting)).to.have.property("size", 20);
      expect(greeting).to.include("  … and 11 more\n");
      await stop();
    });

    const secrets: readonly (readonly [string, readonly string[], CommandLineOptions])[] = [
      ["--secret", ["--secret", "of mine"], {}],
      ["the environment", [], { environment: { LEDGER_IN_A_BOX_SECRET: "of mine" } }],
    ];
    for (const [what, given, surroundings] of secrets) {
      it(`keep tokens valid across restarts with ${what}, including those that the token command creates`, async () => {
        const first = await startCommand(given, surroundings);
        const token = tokensIn(first.greeting).get("alice");
        await first.stop();
        const made = await runCommand(["token", "alice", ...given], surroundings);
        expect(made.code).to.equal(0);
        const second = await startCommand(given, surroundings);
        for (const each of [token, made.output.trim()]) {
          expect(await statusOf(`${second.baseUrl}/v2/authenticated-user`, each)).to.equal(200);
        }
        await second.stop();
      });
    }

    it("create tokens for a running ledger with a random secret, for its audience and its users only", async () => {
      const environment = { HOME: folder };
      const { baseUrl, stop } = await startCommand(["--audience", "https://me"], { environment });
      const { port } = new URL(baseUrl);
      const { output } = await runCommand(["token", "bob", "--port", port], { environment });
      expect(await statusOf(`${baseUrl}/v2/authenticated-user`, output.trim())).to.equal(200);
      const file = join(folder, ".cache", "ledger-in-a-box", `${port}.json`);
      expect((await stat(file)).mode & 0o777).to.equal(0o600);
      await stop();
      expect(await readdir(join(folder, ".cache", "ledger-in-a-box"))).to.deep.equal([]);
      const { code, errors } = await runCommand(["token", "bob", "--port", port], { environment });
      expect(code).to.equal(1);
      expect(errors).to.include("--secret");
    });

    it("refuse the path of a missing file as --auth, and take a folder's name as a secret", async () => {
      for (const path of ["missing.pem", "keys/public", "./secret", "key.pub", "~/key"]) {
        const { code, errors } = await runCommand(["--auth", path]);
        expect(code).to.equal(1);
        expect(errors, path).to.include(`There is no file ${path}.`).and.include("--secret");
      }
      await mkdir(join(folder, "test"));
      // Run another process, because its working folder must contain the folder `test`.
      const main = await compileProgram("command-line", 'import "./middleware/cli/main.ts";');
      const child = spawn(process.execPath, [main, "--port", "0", "--auth", "test"], {
        cwd: folder,
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [chunk] = (await once(child.stdout, "data")) as [Buffer];
      expect(chunk.toString()).to.include("the secret test");
      child.kill("SIGTERM");
      expect(await once(child, "exit")).to.deep.equal([0, null]);
    });

    it("refuse contradictory token options", async () => {
      const both = await runCommand(["--auth", "disabled", "--secret", "x"]);
      expect(both.errors).to.match(/^error: --auth and --secret/);
      const environment = { LEDGER_IN_A_BOX_SECRET: "x" };
      const { greeting, stop } = await startCommand(["--auth", "disabled"], { environment });
      expect(greeting).to.include("everyone has all rights");
      await stop();
    });
  });

  describe("command line options for the log", () => {
    const call = async (given: readonly string[]) => {
      const { baseUrl, log, stop } = await startCommand(["--secret", "hush", ...given]);
      const { output } = await runCommand(["token", "alice", "--secret", "hush"]);
      const token = output.trim();
      await statusOf(`${baseUrl}/v2/users/nobody?x=1`, token);
      await statusOf(`${baseUrl}/v2/no%0Athing`, token);
      await statusOf(`${baseUrl}/elsewhere`);
      await fetch(`${baseUrl}/v2/idps`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify({ identityProviderConfig: { clientSecret: "hush", token } }),
      });
      const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/v2/updates`, "daml.ws.auth");
      await once(socket, "open");
      socket.send("{}");
      await once(socket, "close");
      const { errors } = await stop();
      return { text: log.join(""), token, errors };
    };

    it("print a line for each call: operation, user, status, duration, and reason", async () => {
      const { text } = await call([]);
      const lines = text.trimEnd().split("\n");
      expect(lines).to.have.length(5);
      const ms = String.raw`[\d.]+ ms`;
      expect(lines[0]).to.match(
        RegExp(`^GET /v2/users/nobody alice 403 ${ms} trace=[0-9a-f]{32} PERMISSION_DENIED: `),
      );
      expect(lines[1]).to.match(RegExp(`^GET /v2/no%0Athing - 404 ${ms}$`));
      expect(lines[2]).to.match(RegExp(`^GET /elsewhere - 404 ${ms}$`));
      expect(lines[3]).to.match(RegExp(`^POST /v2/idps alice \\d{3} ${ms} `));
      expect(lines[4]).to.match(RegExp(`^WS /v2/updates - \\d{3} ${ms} `));
    });

    it("print bodies with --verbose, without secrets", async () => {
      const { text, token } = await call(["--verbose"]);
      expect(text).to.match(/^ {2}> \{"identityProviderConfig":\{"clientSecret":"<hidden>"/m);
      expect(text).to.not.include("hush").and.not.include(token);
    });

    it("print with --quiet only the causes that responses withhold: those of 401 and 403", async () => {
      const { text, errors } = await call(["--quiet"]);
      expect(text).to.equal("");
      expect(errors).to.match(/^[0-9a-f]{32} PERMISSION_DENIED.*$/m);
      expect((await call([])).errors).to.equal("");
      expect((await runCommand(["--quiet", "--verbose"])).errors).to.match(/^error: /);
    });
  });

  it("listen on other interfaces on request, with a warning", async () => {
    const { baseUrl, greeting, waitForErrorLine, stop } = await startCommand(["--host", "0.0.0.0"]);
    expect(await waitForErrorLine(/^Warning: .* 0\.0\.0\.0\. .*$/m)).to.include("is not encrypted");
    expect(greeting).to.include(baseUrl);
    expect(await statusOf(`${baseUrl}/livez`)).to.equal(200);
    await stop();
    for (const host of ["localhost", "127.0.0.1"]) {
      const local = await startCommand([
        "--host",
        host,
        "--fixtures",
        await written("n.yaml", "steps: []"),
      ]);
      expect((await local.stop()).errors).to.equal("");
    }
    const { errors } = await runCommand(["--host", "192.0.2.1"]);
    expect(errors).to.match(/^192\.0\.2\.1 is not a name or address of this machine\..*--host/);
  });

  it("derive ids from a seed", async () => {
    const idOf = async (...given: readonly string[]): Promise<unknown> => {
      const { baseUrl, stop } = await startCommand(["--auth", "disabled", ...given]);
      const { update } = await json(`${baseUrl}/v2/updates/update-by-offset`, {
        method: "POST",
        body: JSON.stringify({
          offset: 20,
          updateFormat: {
            includeTransactions: {
              eventFormat: { filtersForAnyParty: {}, verbose: false },
              transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
            },
          },
        }),
      });
      await stop();
      expect(update).to.have.nested.property("Transaction.value.updateId");
      return (update as { Transaction: { value: { updateId: string } } }).Transaction.value
        .updateId;
    };
    const usual = await idOf();
    expect(await idOf("--seed", "1")).to.equal(usual);
    const other = await idOf("--seed", "mine");
    expect(other).to.not.equal(usual);
    expect(await idOf("--seed", "mine")).to.equal(other);
  });

  it("upload DARs, for fixtures and clients, instead of the demo data", async () => {
    const dar = await written("counter.dar", assembleDar(counterPackage()));
    const fixture = await written(
      "counter.yaml",
      "steps:\n  - party: a\n  - submit:\n      as: a\n      create:\n" +
        '        template: "#counter:Main:Counter"\n        arguments: { owner: "${a}", count: 41 }\n',
    );
    const given = ["--auth", "disabled", "--fixtures", fixture, "--dar", dar];
    const { baseUrl, greeting, stop } = await startCommand(given);
    expect(greeting).to.include(
      "Loaded counter.dar and counter.yaml: 1 transaction, 1 active contract, 0 records",
    );
    expect(await json(`${baseUrl}/v2/packages`)).to.have.property("packageIds").that.is.not.empty;
    await stop();
    const alone = await startCommand(["--auth", "disabled", "--dar", dar]);
    expect(alone.greeting).to.include("Loaded counter.dar: 0 transactions");
    expect(await json(`${alone.baseUrl}/v2/state/ledger-end`)).to.deep.equal({ offset: 0 });
    await alone.stop();
    const missing = await runCommand(["--dar", join(folder, "none.dar")]);
    expect(missing.code).to.equal(1);
    expect(missing.errors).to.include("none.dar");
  });

  it("allow web pages of other origins", async () => {
    const origin = "https://wallet.example.com";
    const { baseUrl, stop } = await startCommand(["--auth", "disabled", "--cors", origin]);
    const answer = await fetch(`${baseUrl}/v2/version`, { headers: { Origin: origin } });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get("access-control-allow-origin")).to.equal(origin);
    const other = { headers: { Origin: "https://evil.example.com" } };
    expect((await fetch(`${baseUrl}/v2/version`, other)).status).to.equal(403);
    await stop();
  });

  describe("command line options with --watch", () => {
    const user = (id: string): string => `steps:\n  - user: { id: ${id} }\n`;
    const idsAt = async (baseUrl: string): Promise<unknown> => {
      const { users } = await json(`${baseUrl}/v2/users`);
      return (users as readonly { readonly id: string }[]).map(({ id }) => id);
    };

    it("load fixtures again after a change, and keep the earlier ledger while they are invalid", async () => {
      const file = await written("f.yaml", user("first"));
      const given = ["--auth", "disabled", "--watch", "--control", "--control-secret", "disabled"];
      const { baseUrl, waitForErrorLine, stop } = await startCommand([
        ...given,
        "--fixtures",
        file,
      ]);
      const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/v2/updates`, "daml.ws.auth");
      await once(socket, "open");
      const closed = once(socket, "close");
      await written("f.yaml", "steps:\n  - usr: {}\n");
      expect(await waitForErrorLine(/^Reload failed: .*$/m)).to.include("f.yaml:2:");
      expect(await idsAt(baseUrl)).to.include("first");
      // Editors replace a file by renaming another one.
      await rename(await written("f.yaml.new", user("second")), file);
      await waitForErrorLine(/^Loaded f\.yaml again/m);
      expect(await idsAt(baseUrl))
        .to.include("second")
        .and.not.include("first");
      expect((await closed)[0]).to.equal(1001);
      await fetch(`${baseUrl}/control/reset`, { method: "POST" });
      expect(await idsAt(baseUrl)).to.include("second");
      expect((await stop()).code).to.equal(0);
    });

    it("run modules again, together with their imports", async () => {
      await written("name.mts", 'export const id: string = "first";\n');
      const file = await written(
        "f.mts",
        'import { id } from "./name.mts";\nexport default { steps: [{ user: { id } }] };\n',
      );
      const { baseUrl, waitForErrorLine, stop } = await startCommand([
        ...["--auth", "disabled", "--watch", "--fixtures", file],
      ]);
      expect(await idsAt(baseUrl)).to.include("first");
      await written("name.mts", 'export const id: string = "second";\n');
      await waitForErrorLine(/^Loaded f\.mts again/m);
      expect(await idsAt(baseUrl)).to.include("second");
      await stop();
    });
  });

  it("close WebSockets with 1001 when the server is stopped, even without an answer from the client", async () => {
    const { baseUrl, stop } = await startCommand(["--auth", "disabled"]);
    const url = `${baseUrl.replace("http", "ws")}/v2/updates`;
    const [good, silent] = [new WebSocket(url, "daml.ws.auth"), new WebSocket(url, "daml.ws.auth")];
    await Promise.all([once(good, "open"), once(silent, "open")]);
    for (const socket of [good, silent]) {
      socket.send(JSON.stringify({ beginExclusive: 0, filter: { filtersForAnyParty: {} } }));
      await once(socket, "message");
    }
    silent.pause();
    const closed = once(good, "close");
    expect((await stop()).code).to.equal(0);
    expect((await closed)[0]).to.equal(1001);
    silent.terminate();
  });

  describe("command line options for control", () => {
    const users = async (baseUrl: string): Promise<readonly string[]> => {
      const { users } = await json(`${baseUrl}/v2/users`);
      return (users as readonly { readonly id: string }[]).map(({ id }) => id);
    };

    it("print a secret that control calls must contain, even behind a transparent proxy", async () => {
      const { baseUrl, greeting, stop } = await startCommand(["--auth", "disabled", "--control"]);
      const [, secret = ""] = /Control .*Bearer (\S+)\)/.exec(greeting) ?? [];
      expect(secret).to.have.length(43);
      const proxy = createServer((incoming, response) => {
        const { method, url, headers } = incoming;
        const { authorization } = headers;
        const passedOn = request(
          `${baseUrl}${url ?? ""}`,
          { method, headers: authorization === undefined ? {} : { authorization } },
          (answer) => {
            response.statusCode = answer.statusCode ?? 0;
            answer.pipe(response);
          },
        );
        passedOn.end();
      });
      await withListeningServer(
        (...exchange) => proxy.emit("request", ...exchange),
        async (proxyUrl) => {
          for (const url of [baseUrl, proxyUrl]) {
            expect(await statusOf(`${url}/control/reset`, undefined, "POST")).to.equal(401);
            expect(await statusOf(`${url}/control/clock`, "guess")).to.equal(401);
            expect(await statusOf(`${url}/control/clock`, secret)).to.equal(200);
          }
        },
      );
      await stop();
    });

    it("take the control secret from the environment; with `--control-secret disabled`, admit callers without a secret", async () => {
      const environment = { LEDGER_IN_A_BOX_CONTROL_SECRET: "mine" };
      const first = await startCommand(["--control"], { environment });
      expect(await statusOf(`${first.baseUrl}/control/clock`, "mine")).to.equal(200);
      expect(await statusOf(`${first.baseUrl}/control/clock`)).to.equal(401);
      await first.stop();
      const open = await startCommand(["--control-secret", "disabled"]);
      expect(await statusOf(`${open.baseUrl}/control/clock`)).to.equal(200);
      await open.stop();
    });

    it("are named in the hint of a 404 for a control path", async () => {
      const { baseUrl, stop } = await startCommand([]);
      const answer = await fetch(`${baseUrl}/control/clock`);
      expect(answer.status).to.equal(404);
      expect(await answer.text()).to.include("Start the server with --control");
      await stop();
    });

    it("reset the ledger to the loaded state with its clock, or to an empty one on request", async () => {
      const environment = { HOME: folder };
      const given = ["--auth", "disabled", "--control"];
      const { baseUrl, greeting, stop } = await startCommand(given, { environment });
      const [, secret = ""] = /Control .*Bearer (\S+)\)/.exec(greeting) ?? [];
      const steer = (path: string, body = "") =>
        json(`${baseUrl}/control${path}`, {
          method: "POST",
          headers: { Authorization: `Bearer ${secret}` },
          body,
        });
      const before = await users(baseUrl);
      const { offset } = await json(`${baseUrl}/v2/state/ledger-end`);
      await fetch(`${baseUrl}/v2/users`, {
        method: "POST",
        body: JSON.stringify({ user: { id: "new" }, rights: [] }),
      });
      await steer("/clock", JSON.stringify({ advance: "1h" }));
      expect(await users(baseUrl)).to.include("new");
      const done = await runCommand(["reset", "--port", new URL(baseUrl).port], { environment });
      expect(done).to.include({ code: 0, errors: "" });
      expect(await users(baseUrl)).to.deep.equal(before);
      expect(await json(`${baseUrl}/v2/state/ledger-end`)).to.deep.equal({ offset });
      const clock = await json(`${baseUrl}/control/clock`, {
        headers: { Authorization: `Bearer ${secret}` },
      });
      expect(clock).to.include({ mode: "real" });
      await steer("/reset", '{"to":"empty"}');
      expect(await users(baseUrl)).to.deep.equal(["participant_admin"]);
      await steer("/reset");
      expect(await users(baseUrl)).to.deep.equal(before);
      await stop();
    });

    it("explain why a ledger cannot be reset", async () => {
      const { baseUrl, stop } = await startCommand(["--auth", "disabled"]);
      const { port } = new URL(baseUrl);
      const off = await runCommand(["reset", "--port", port]);
      expect(off.code).to.equal(1);
      expect(off.errors).to.include("--control");
      await stop();
      expect((await runCommand(["reset", "--port", port])).errors).to.include("No ledger answers");
      const closed = await startCommand(["--control"]);
      const wrong = ["reset", "--control-secret", "x", "--port", new URL(closed.baseUrl).port];
      expect((await runCommand(wrong)).errors).to.include("another secret");
      await closed.stop();
    });
  });

  describe("command line options in a configuration", () => {
    const config = (end: string): string => `ledger-in-a-box.config.${end}`;

    it("are read from JSON, JavaScript and TypeScript, with paths relative to its folder", async () => {
      await written("f.yaml", "steps:\n  - user: { id: me }\n");
      const options = `{ fixtures: ["f.yaml"], secret: "s", port: 0, selfAllocatedParties: 3 }`;
      for (const [end, text] of [
        ["json", '{"fixtures": ["f.yaml"], "secret": "s", "port": 0}'],
        ["mjs", `export default ${options};`],
        ["mts", `enum A { B = 1 }\nconst config: object = ${options};\nexport default config;`],
      ] as const) {
        const file = await written(config(end), text);
        const { greeting, stop } = await startCommand([], { folder });
        expect(greeting, end).to.include("the secret s").and.include("Loaded f.yaml");
        expect(tokensIn(greeting).has("me")).to.equal(true);
        await stop();
        await rm(file);
        await written("named.json", '{"secret": "other"}');
        const named = await startCommand(["--config", join(folder, "named.json")]);
        expect(named.greeting).to.include("the secret other");
        await named.stop();
      }
    });

    it("resolve paths from the folder of the file", async () => {
      await written(config("json"), '{"localnet": true, "dars": "missing"}');
      const { code, errors } = await runCommand([], { folder });
      expect(code).to.equal(1);
      expect(errors).to.include(join(folder, "missing"));
    });

    it("are overridden by command line and environment", async () => {
      await written(config("json"), '{"secret": "config", "seed": "a", "control": true}');
      const environment = { LEDGER_IN_A_BOX_SECRET: "environment" };
      const first = await startCommand([], { folder, environment });
      expect(first.greeting).to.include("the secret environment").and.include("/control");
      await first.stop();
      const second = await startCommand(["--secret", "line"], { folder, environment });
      expect(second.greeting).to.include("the secret line");
      await second.stop();
    });

    it("are refused with file and name if invalid", async () => {
      const refused: readonly (readonly [string, RegExp])[] = [
        ['{"ports": 1}', /no option ports\. Did you mean port\?/],
        ['{"port": 70000}', /port: Expected a number from 0 to 65535/],
        ['{"port": [1]}', /port: Expected one value/],
        ['{"control": "yes"}', /control: Expected a boolean/],
        ['{"errors": "none"}', /errors: .*hints/],
        ['{"cors": ["x"]}', /cors: Expected an origin/],
        ['{"fixtures": [{}]}', /fixtures: Expected texts/],
        ["[]", /not export an object/],
        ["{", /not valid JSON/],
      ];
      for (const [text, why] of refused) {
        await written(config("json"), text);
        const { code, errors } = await runCommand([], { folder });
        expect(code, text).to.equal(1);
        expect(errors, text).to.match(why).and.include(config("json"));
      }
      await rm(join(folder, config("json")));
      await written(config("mjs"), "export const config = {};");
      expect((await runCommand([], { folder })).errors).to.match(/mjs has no default export/);
      const missing = await runCommand(["--config", join(folder, "none.json")]);
      expect(missing.errors).to.match(/^error: There is no file .*none\.json/);
    });
  });
});
