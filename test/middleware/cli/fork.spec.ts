import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { forkParticipant } from "../../../fixtures/fork/index.ts";
import { tokenFor } from "../../../fixtures/testing/index.ts";
import { formatForkNotes } from "../../../middleware/cli/fork-notes.ts";
import {
  runCommand,
  type RunningCommand,
  startCommand,
  tokensIn,
} from "../../support/command-line.ts";
import { remoteParticipant } from "../../support/remote-participant.ts";
import { useFolder } from "../../support/use-folder.ts";

const secret = "of the participant";

const sent = async (
  baseUrl: string,
  path: string,
  { token, body }: { readonly token?: string; readonly body?: object } = {},
): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      "Content-Type": "application/json",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.status, `${path}: ${text}`).to.equal(200);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
};

describe("option --fork", () => {
  const place = useFolder("forks");
  let remote: RunningCommand;
  let alice: string;
  let bank: string;

  before(async () => {
    remote = await startCommand(["--secret", secret]);
    const administrator = tokenFor(secret, "participant_admin");
    const party = (name: string): string =>
      new RegExp(`${name}::\\w+`, "u").exec(remote.greeting)?.[0] ?? expect.fail(`no ${name}`);
    [alice, bank] = [party("alice"), party("bank")];
    await sent(remote.baseUrl, "/v2/users", {
      token: administrator,
      body: {
        user: { id: "reader", primaryParty: "", isDeactivated: false, identityProviderId: "" },
        rights: [{ kind: { CanReadAs: { value: { party: alice } } } }],
      },
    });
  });

  after(() => remote.stop());

  const endOf = async (baseUrl: string, token?: string): Promise<unknown> =>
    (await sent(baseUrl, "/v2/state/ledger-end", token === undefined ? {} : { token }))["offset"];

  /**
   * Returns the contracts that a server returns, without continuation tokens, which differ between servers.
   */
  const contractsOf = async (
    baseUrl: string,
    offset: unknown,
    token?: string,
  ): Promise<readonly unknown[]> => {
    const list = await sent(baseUrl, "/v2/state/active-contracts", {
      ...(token !== undefined && { token }),
      body: {
        activeAtOffset: offset,
        eventFormat: {
          filtersByParty: {
            [alice]: {
              cumulative: [
                {
                  identifierFilter: {
                    WildcardFilter: { value: { includeCreatedEventBlob: true } },
                  },
                },
              ],
            },
          },
          verbose: true,
        },
      },
    });
    return (list as unknown as readonly object[]).map((each) => ({
      ...each,
      streamContinuationToken: undefined,
    }));
  };

  const readersToken = (): string => tokenFor(secret, "reader");

  const tokenFile = (): string => {
    const file = place();
    writeFileSync(file, `${readersToken()}\n`);
    return file;
  };

  const withToken = (): readonly string[] => [
    ...["--fork", remote.baseUrl],
    ...["--fork-token-file", tokenFile()],
  ];

  it("serves the data that the token may read, accepts commands of its parties, and writes nothing to the participant", async () => {
    const end = await endOf(remote.baseUrl, readersToken());
    const fork = await startCommand(withToken());
    try {
      const { baseUrl } = fork;
      const token = tokensIn(fork.greeting).get("participant_admin") ?? "none";
      expect(await endOf(baseUrl, token)).to.equal(end);
      const there = await contractsOf(remote.baseUrl, end, readersToken());
      expect(there).to.not.be.empty;
      expect(JSON.stringify(await contractsOf(baseUrl, end, token))).to.equal(
        JSON.stringify(there),
      );
      expect(fork.greeting).to.match(
        new RegExp(`Loaded participant::\\w+ as of offset ${String(end)}:`, "u"),
      );
      // The token's user may not act as the bank on the participant.
      const result = await sent(baseUrl, "/v2/commands/submit-and-wait", {
        token,
        body: {
          commandId: "1",
          actAs: [bank, alice],
          commands: [
            {
              CreateCommand: {
                templateId: "#iou:Iou:Iou",
                createArguments: {
                  ...{ issuer: bank, owner: alice, currency: "XTS", amount: "1.0", observers: [] },
                },
              },
            },
          ],
        },
      });
      expect(result["completionOffset"]).to.equal(Number(end) + 1);
      expect(await endOf(remote.baseUrl, readersToken())).to.equal(end);
      const { errors } = await fork.stop();
      expect(errors).to.match(new RegExp(`^Forked at offset ${String(end)}, at 2\\d{3}-`, "u"));
      expect(errors).to.include(`To fork the same state again: --fork-at ${String(end)}\n`);
      expect(errors).to.not.include("Not here");
    } finally {
      await fork.stop();
    }
  });

  it("takes the token from the environment; with --fork-at it does not suggest an offset", async () => {
    const pin = ["--fork-at", "12", "--fork-party", alice];
    const fork = await startCommand(["--fork", remote.baseUrl, ...pin, "--auth", "disabled"], {
      environment: { LEDGER_IN_A_BOX_FORK_TOKEN: readersToken() },
    });
    const end = await endOf(fork.baseUrl);
    const { errors } = await fork.stop();
    expect(end).to.equal(12);
    expect(errors).to.include("Forked at offset 12").and.not.include("To fork the same state");
  });

  it("serves the API version of --api-version", async () => {
    const fork = await startCommand([...withToken(), "--api-version", "3.5.1"]);
    await fork.stop();
    expect(fork.greeting).to.include("API 3.5.1\n");
  });

  it("copies only contracts of the given templates, up to the maximum number", async () => {
    const template = ["--fork-template", "#iou:Iou:Offer"];
    const fork = await startCommand([...withToken(), ...template, "--auth", "disabled"]);
    const contracts = await contractsOf(fork.baseUrl, await endOf(fork.baseUrl));
    await fork.stop();
    expect(contracts).to.have.length(1);
    const refused = await runCommand([...withToken(), "--fork-max-contracts", "1"]);
    expect(refused.errors).to.include("maxContracts");
  });

  it("lists the first ten differences from the participant, and the number of the others", async () => {
    const { options } = await remoteParticipant();
    const fork = await forkParticipant({ ...options, ledger: {} });
    const { problems } = fork;
    expect(problems).to.have.length.above(10);
    const told = formatForkNotes(fork, undefined).split("\n");
    expect(told[1]).to.equal(`Differences from the participant (${problems.length}):`);
    expect(told[2]).to.match(/^ {2}The participant has no archive of the package [0-9a-f]{64}/u);
    expect(told[11]).to.match(/^ {2}unknownTemplate: \S+ [0-9a-f]+: No known package has/u);
    expect(told.slice(12)).to.deep.equal([`  … and ${problems.length - 10} more`, ""]);
  });

  it("starts from a cache without the participant, and refuses data that the cache lacks", async () => {
    const cache = place();
    const other = await startCommand(["--secret", secret]);
    const pin = ["--fork-at", "20", "--fork-party", alice, "--fork-cache", cache];
    const asAlice = { environment: { LEDGER_IN_A_BOX_FORK_TOKEN: tokenFor(secret, "alice") } };
    const options = ["--fork", other.baseUrl, ...pin, "--auth", "disabled"];
    const fork = await startCommand(options, asAlice);
    const contracts = await contractsOf(fork.baseUrl, 20);
    await fork.stop();
    await other.stop();
    const again = await startCommand([...options, "--fork-offline"]);
    expect(JSON.stringify(await contractsOf(again.baseUrl, 20))).to.equal(
      JSON.stringify(contracts),
    );
    await again.stop();
    const elsewhere = options.map((each) => (each === "20" ? "21" : each));
    const refused = await runCommand([...elsewhere, "--fork-offline"]);
    expect(refused.code).to.equal(1);
    expect(refused.errors).to.include(
      "The cache has no fork of these parties and templates at offset 21",
    );
  });

  it("loads fixtures on the copied ledger, whose clock starts at the time of the fork", async () => {
    const fixture = `${place()}.yaml`;
    writeFileSync(fixture, "steps: [{ party: zoe }, { clock: { advance: 1h } }]");
    const fork = await startCommand([...withToken(), "--fixtures", fixture, "--auth", "disabled"]);
    await fork.stop();
    expect(fork.greeting).to.match(/Loaded participant::\w+ as of offset \d+ and \S+\.yaml:/u);
    expect(fork.greeting).to.match(/^ {2}zoe::/mu);
  });

  it("is not needed for a fixture with a step `fork`, and is refused together with one", async () => {
    const fixture = `${place()}.yaml`;
    writeFileSync(
      fixture,
      [
        "steps:",
        `  - fork: { url: "${remote.baseUrl}", token: "\${env.LEDGER_TEST_TOKEN}", parties: { me: "${alice}" }, at: 20 }`,
        "  - user: { id: me, primaryParty: me, actAs: [me] }",
      ].join("\n"),
    );
    process.env["LEDGER_TEST_TOKEN"] = readersToken();
    try {
      const fork = await startCommand(["--fixtures", fixture]);
      const token = tokensIn(fork.greeting).get("me") ?? "none";
      expect(await contractsOf(fork.baseUrl, 20, token)).to.not.be.empty;
      const { errors } = await fork.stop();
      expect(errors).to.include("Forked at offset 20");
      const both = await runCommand([...withToken(), "--fixtures", fixture]);
      expect(both.errors).to.include("steps[0].fork: An existing ledger cannot become a fork.");
    } finally {
      delete process.env["LEDGER_TEST_TOKEN"];
    }
    const { code, errors } = await runCommand(["--fixtures", fixture]);
    expect(code).to.equal(1);
    expect(errors).to.include(":2:5: steps[0]: The environment has no LEDGER_TEST_TOKEN");
  });

  it("is read from a configuration, with paths relative to its folder", async () => {
    const folder = place();
    await mkdir(folder);
    writeFileSync(join(folder, "token.txt"), readersToken());
    const config = {
      ...{ fork: remote.baseUrl, forkTokenFile: "token.txt", forkParty: [alice], forkAt: 20 },
      ...{ forkCache: "cache", auth: "disabled" },
    };
    writeFileSync(join(folder, "ledger-in-a-box.config.json"), JSON.stringify(config));
    const fork = await startCommand([], { folder });
    await fork.stop();
    expect(fork.greeting).to.include("as of offset 20:");
    expect(readFileSync(join(folder, "cache", ".gitignore"), "utf8")).to.equal("*\n");
  });

  it("reports missing, invalid and excessive values", async () => {
    const none = place();
    for (const [given, words] of [
      [["--fork", "nowhere"], "Expected a URL that begins with http:// or https://."],
      [["--fork-at", "7"], "--fork-at needs --fork"],
      [["--fork", remote.baseUrl, "--fork-at", "0"], "Expected an integer of at least 1."],
      [
        ["--fork", remote.baseUrl, "--fork-offline", "--fork-at", "7"],
        "--fork-offline needs --fork-cache and --fork-party",
      ],
      [["--fork", remote.baseUrl, "--from", "a.json"], "--fork excludes --from, --store"],
      [["--fork", remote.baseUrl, "--fork-token-file", none], `There is no token ${none}.`],
      [["--fork", remote.baseUrl], "with status 401"],
      [[...withToken(), "--fork-party", bank], "has no right to read as bank::"],
    ] as const) {
      const { code, errors } = await runCommand(given);
      expect(code, errors).to.equal(1);
      expect(errors).to.include(words);
    }
  });
});
