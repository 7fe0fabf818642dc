import { once } from "node:events";

import { expect } from "chai";
import jsonwebtoken from "jsonwebtoken";

import { activeContractsPage, createIdentityProvider, createUser } from "../../lib/api.ts";
import { measureHonestCaller } from "../support/honest-caller.ts";
import { keyEntry } from "../support/key-sets.ts";
import { LedgerUnderAttack } from "../support/ledger-under-attack.ts";
import { otherRsaKeys, rsaKeys, scopeClaims, secret } from "../support/tokens.ts";
import { withListeningServer } from "../support/with-listening-server.ts";

const submit = "/v2/commands/submit-and-wait";
const mebi = 1024 * 1024;

describe("attacks by callers without rights @slow", function () {
  it("web pages of other origins can neither read nor write when authorization is disabled", async () => {
    const besieged = await LedgerUnderAttack.serve({}, { auth: { kind: "disabled" } });
    const iou = { issuer: besieged.bob, owner: besieged.bob, amount: "1.0", watchers: [] };
    const body = JSON.stringify(besieged.submission("#iou:Iou:Iou", iou));
    await besieged.beside(async () => {
      for (let count = 0; count < 100; count++) {
        for (const headers of [
          { origin: "https://evil.example", "content-type": "text/plain" },
          { origin: "https://evil.example", "content-type": "application/json" },
          { origin: "null" },
        ]) {
          const answer = await fetch(besieged.baseUrl + submit, { method: "POST", headers, body });
          expect(answer.status).to.equal(403);
        }
      }
    });
    const eventFormat = { filtersByParty: { [besieged.bob]: {} } };
    const { activeContracts } = activeContractsPage(besieged.ledger, { eventFormat });
    expect(activeContracts).to.deep.equal([]);
    await besieged.close();
  });

  it("web pages whose host name resolves to this machine (DNS rebinding) read nothing when authorization is disabled", async () => {
    const besieged = await LedgerUnderAttack.serve({}, { auth: { kind: "disabled" } });
    const names = [
      "evil.example",
      "evil.example:80",
      "127.0.0.1.evil.example",
      "localhost.evil.example",
    ];
    const statusFor = async (host: string): Promise<string> => {
      const socket = await besieged.connect();
      let text = "";
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
      socket.write(`GET /v2/users HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      await once(socket, "close");
      expect(text).to.not.contain("participant_admin");
      return text.slice(0, 12);
    };
    await besieged.beside(async () => {
      for (let count = 0; count < 40; count++) {
        for (const name of names) expect(await statusFor(name), name).to.equal("HTTP/1.1 403");
      }
    });
    await besieged.close();
  });

  it("refuses tokens with critical headers that the ledger does not know", async () => {
    const besieged = await LedgerUnderAttack.serve();
    const tokens = [["exp"], ["b64"], ["nobody knows"], [], "exp", Array(1_000).fill("x")].map(
      (crit) =>
        jsonwebtoken.sign(scopeClaims("mallory"), secret, {
          noTimestamp: true,
          header: { alg: "HS256", crit } as jsonwebtoken.JwtHeader,
        }),
    );
    await besieged.beside(async () => {
      for (let count = 0; count < 30; count++) {
        for (const token of tokens) {
          const headers = { authorization: `Bearer ${token}` };
          const answer = await fetch(`${besieged.baseUrl}/v2/authenticated-user`, { headers });
          expect(answer.status, await answer.text()).to.equal(401);
        }
      }
    });
    await besieged.close();
  });

  it("forged tokens do not lock out the users of an identity provider", async () => {
    const besieged = await LedgerUnderAttack.serve();
    const { ledger, baseUrl } = besieged;
    let asked = 0;
    await withListeningServer(
      (_request, response) => {
        asked++;
        response.end(JSON.stringify({ keys: [keyEntry(rsaKeys, "rsa")] }));
      },
      async (providerUrl) => {
        const issuer = "https://idp.example.com";
        const config = { identityProviderId: "idp", isDeactivated: false, issuer, audience: "" };
        await createIdentityProvider(ledger, {
          identityProviderConfig: { ...config, jwksUrl: `${providerUrl}/keys` },
        });
        await createUser(ledger, { user: { id: "dora", identityProviderId: "idp" } });
        const tokenWith = (keys: typeof rsaKeys, keyid: string): string =>
          jsonwebtoken.sign(scopeClaims("dora", { iss: issuer }), keys.privateKey, {
            algorithm: "RS256",
            noTimestamp: true,
            keyid,
          });
        const statusFor = async (token: string): Promise<number> => {
          const headers = { authorization: `Bearer ${token}` };
          return (await fetch(`${baseUrl}/v2/authenticated-user`, { headers })).status;
        };
        const genuine = tokenWith(rsaKeys, "rsa");
        await measureHonestCaller(
          {
            calls: [async () => expect(await statusFor(genuine)).to.equal(200), ...besieged.calls],
          },
          async () => {
            for (let count = 0; count < 150; count++) {
              expect(await statusFor(tokenWith(otherRsaKeys, `unknown-${count}`))).to.equal(401);
              expect(await statusFor(tokenWith(otherRsaKeys, "rsa"))).to.equal(401);
            }
          },
        );
      },
    );
    expect(asked).to.be.below(50);
    await besieged.close();
  });

  it("refuses to buffer endless bodies, with a valid token, a forged token or none", async () => {
    const besieged = await LedgerUnderAttack.serve();
    const fields = [
      [],
      ["Authorization: Bearer forged"],
      [`Authorization: Bearer ${besieged.tokenOf("mallory")}`],
    ];
    const part = Buffer.alloc(mebi, " ");
    await besieged.beside(
      async () => {
        const sockets = [];
        for (let count = 0; count < 120; count++) {
          const socket = await besieged.connect();
          sockets.push(socket);
          const head = [
            `POST ${submit} HTTP/1.1`,
            "Host: localhost",
            `Content-Length: ${2 * mebi}`,
            ...(fields[count % fields.length] ?? []),
          ];
          socket.resume().write(`${head.join("\r\n")}\r\n\r\n`);
          socket.write(part);
          await besieged.attack("GET", "/v2/version");
        }
        for (const socket of sockets) socket.destroy();
      },
      { maxHeldMiB: 192 },
    );
    await besieged.close();
  });

  it("unread responses hold little memory, and pruning the request journal frees it", async () => {
    const besieged = await LedgerUnderAttack.serve();
    const { bob, ledger } = besieged;
    const iou = { issuer: bob, owner: bob, amount: "1.0", watchers: [] };
    const create = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments: iou } };
    for (let count = 0; count < 20; count++) {
      await ledger.submit({ actAs: bob, commands: Array(500).fill(create) });
    }
    const eventFormat = { filtersByParty: { [bob]: {} }, verbose: false };
    const activeAtOffset = ledger.state.ledgerEnd;
    const page = JSON.stringify({ activeAtOffset, eventFormat, maxPageSize: 10_000 });
    await besieged.beside(async () => {
      const sockets = [];
      for (let count = 0; count < 30; count++) {
        const socket = await besieged.connect();
        sockets.push(socket.pause());
        const head = [
          "GET /v2/state/active-contracts-page HTTP/1.1",
          "Host: localhost",
          `Authorization: Bearer ${besieged.tokenOf("mallory")}`,
          `Content-Length: ${page.length}`,
        ];
        socket.write(`${head.join("\r\n")}\r\n\r\n${page}`);
        await besieged.attack("GET", "/v2/version");
      }
      const ends: number[] = [];
      for (let count = 0; count < 10; count++) {
        const archived = Array(300).fill({
          CreateAndExerciseCommand: {
            ...create.CreateCommand,
            choice: "Archive",
            choiceArgument: {},
          },
        });
        await ledger.submit({ actAs: bob, commands: archived });
        ends.push(ledger.state.ledgerEnd);
        // An offset before that of ann's next call, so that pruning does not affect her.
        const end = ends.at(-3);
        if (end !== undefined) await ledger.prune(end);
      }
      for (const socket of sockets) socket.destroy();
    });
    await besieged.close();
  });

  it("refuses transactions with too many signing parties, and verifies transactions with fewer", async () => {
    const besieged = await LedgerUnderAttack.serve();
    const signature = {
      format: "SIGNATURE_FORMAT_RAW",
      signature: "AA==",
      signedBy: "1220aa",
      signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
    };
    const many = Array.from({ length: 8_000 }, () => signature);
    const synchronizer = besieged.ledger.state.synchronizers[0]?.id ?? "";
    const hosts = Array.from({ length: 45_000 }, (_, at) => `PAR::p${at}::1220${"ab".repeat(32)}`);
    const publicKey = {
      format: "CRYPTO_KEY_FORMAT_RAW",
      keyData: Buffer.alloc(32, 7).toString("base64"),
      keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
    };
    const requests = [
      [
        "/v2/parties/external/allocate",
        {
          synchronizer,
          identityProviderId: "",
          onboardingTransactions: [{ transaction: "AA==", signatures: many }],
          multiHashSignatures: [],
        },
      ],
      [
        "/v2/parties/external/allocate",
        {
          synchronizer,
          identityProviderId: "",
          onboardingTransactions: Array.from({ length: 8_000 }, () => ({
            transaction: "AA==",
            signatures: [],
          })),
          multiHashSignatures: many.slice(0, 2_000),
        },
      ],
      [
        "/v2/parties/external/generate-topology",
        {
          synchronizer,
          partyHint: "dora",
          publicKey,
          localParticipantObservationOnly: false,
          otherConfirmingParticipantUids: hosts,
          confirmationThreshold: 0,
          observingParticipantUids: [],
        },
      ],
    ] as const;
    await besieged.beside(async () => {
      for (let count = 0; count < 5; count++) {
        for (const [path, body] of requests) {
          const { status, text } = await besieged.attack(
            "POST",
            path,
            Buffer.from(JSON.stringify(body)),
          );
          expect(status, text.slice(0, 300)).to.equal(400);
        }
      }
    });
    await besieged.close();
  });
});
