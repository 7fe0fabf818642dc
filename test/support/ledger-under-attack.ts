import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { expect } from "chai";
import { WebSocket } from "ws";

import { createUser } from "../../lib/api.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import type { Ledger, LedgerOptions } from "../../lib/index.ts";
import { type ServedLedger, serveLedger } from "../../middleware/cli/http-server.ts";
import type { HttpServerOptions } from "../../middleware/cli/http-server-options.ts";
import { commandsBody } from "./commands-body.ts";
import {
  type AttackedCaller,
  type CallerMeasurements,
  measureHonestCaller,
} from "./honest-caller.ts";
import { iouLedger } from "./iou-ledger.ts";
import { scopeClaims, secret, signedToken } from "./tokens.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

export const controlSecret = "what steers it";

/**
 * A ledger behind the command line's server, with two unrelated users. Ann is honest and acts as alice.
 * Mallory is the attacker, acts as bob, and may upload packages.
 */
export class LedgerUnderAttack {
  readonly ledger: Ledger;
  readonly alice: string;
  readonly bob: string;
  readonly baseUrl: string;
  readonly unexpected: unknown[];
  readonly #served: ServedLedger;
  readonly #tokens: Readonly<Record<string, string>> = {
    ann: signedToken(scopeClaims("ann")),
    mallory: signedToken(scopeClaims("mallory")),
  };

  private constructor(
    parties: { ledger: Ledger; alice: string; bob: string },
    served: ServedLedger,
    unexpected: unknown[],
  ) {
    this.ledger = parties.ledger;
    this.alice = parties.alice;
    this.bob = parties.bob;
    this.baseUrl = served.baseUrl;
    this.unexpected = unexpected;
    this.#served = served;
  }

  static async serve(
    options: LedgerOptions = {},
    serving: Partial<HttpServerOptions> = {},
  ): Promise<LedgerUnderAttack> {
    const made = await iouLedger({ daml: createDamlLoader(), ...options });
    const { ledger, alice, bob } = made;
    const actAs = (party: string) => ({ kind: { CanActAs: { value: { party } } } });
    await createUser(ledger, { user: { id: "ann", primaryParty: alice }, rights: [actAs(alice)] });
    await createUser(ledger, {
      user: { id: "mallory", primaryParty: bob },
      rights: [actAs(bob), { kind: { ParticipantAdmin: { value: {} } } }],
    });
    const unexpected: unknown[] = [];
    const served = await serveLedger(ledger, {
      port: 0,
      auth: { kind: "secret", secret },
      control: true,
      controlSecret,
      onUnexpectedError: (error) => unexpected.push(error),
      ...serving,
    });
    return new LedgerUnderAttack(made, served, unexpected);
  }

  /** Closes server and ledger. Fails if the server had an unexpected error. */
  async close(): Promise<void> {
    await this.#served.close();
    await this.ledger.close();
    expect(this.unexpected).to.deep.equal([]);
  }

  tokenOf(userId: "ann" | "mallory"): string {
    return this.#tokens[userId] ?? "";
  }

  /** Sends a request as a user; bytes are sent unchanged. */
  async send(
    userId: "ann" | "mallory",
    method: string,
    path: string,
    body?: unknown,
  ): Promise<HttpAnswer> {
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${this.tokenOf(userId)}`,
        "content-type": isBytes ? "application/octet-stream" : "application/json",
      },
      ...(body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Sends a request as the attacker. It may be rejected, but not with an internal error. */
  async attack(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    const answer = await this.send("mallory", method, path, body);
    expect(answer.status, answer.text.slice(0, 300)).to.be.oneOf([
      200, 201, 400, 401, 403, 404, 409, 413, 429, 503, 504,
    ]);
    return answer;
  }

  submission(templateId: string, createArguments: object, more: object = {}): object {
    const create = { CreateCommand: { templateId, createArguments } };
    return commandsBody(this.bob, create, { userId: "mallory", ...more });
  }

  /** Creates a contract as the attacker and returns its id. */
  async create(templateId: string, createArguments: object): Promise<string> {
    const commands = this.submission(templateId, createArguments);
    const path = "/v2/commands/submit-and-wait-for-transaction";
    const { text } = await this.attack("POST", path, { commands, transactionFormat: this.effects });
    return /"contractId":"(\w+)"/u.exec(text)?.[1] ?? expect.fail(text.slice(0, 300));
  }

  exercise(
    templateId: string,
    contractId: string,
    choice: string,
    choiceArgument: unknown,
  ): Promise<HttpAnswer> {
    const command = { ExerciseCommand: { templateId, contractId, choice, choiceArgument } };
    const body = commandsBody(this.bob, command, { userId: "mallory" });
    return this.attack("POST", "/v2/commands/submit-and-wait", body);
  }

  /** A transaction format of shape ledger effects, for all that the attacker may see. */
  get effects(): object {
    const eventFormat = { filtersByParty: { [this.bob]: {} }, verbose: false };
    return { eventFormat, transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" };
  }

  /**
   * Sends a request as the attacker over its own connection, and discards the response. Returns the length of
   * the response in bytes.
   */
  async drain(method: string, path: string, body: string): Promise<number> {
    const socket = await this.connect();
    const head = [
      `${method} ${path} HTTP/1.1`,
      "Host: localhost",
      "Connection: close",
      `Authorization: Bearer ${this.tokenOf("mallory")}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    let length = 0;
    socket.on("data", (chunk: Buffer) => (length += chunk.length));
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    await once(socket, "close");
    return length;
  }

  /** Opens a WebSocket. */
  async stream(path: string, userId: "mallory" | "nobody"): Promise<WebSocket> {
    const token = userId === "nobody" ? [] : [`jwt.token.${this.tokenOf(userId)}`];
    const url = this.baseUrl.replace("http", "ws") + path;
    const socket = new WebSocket(url, [...token, "daml.ws.auth"]);
    socket.on("error", () => socket.terminate());
    await once(socket, "open");
    return socket;
  }

  /** The calls of ann: create an IOU, and read some contracts. */
  get calls(): AttackedCaller["calls"] {
    const createArguments = { issuer: this.alice, owner: this.alice, amount: "1.0", watchers: [] };
    const create = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
    const eventFormat = { filtersByParty: { [this.alice]: {} }, verbose: false };
    const asked = async (method: string, path: string, body?: object): Promise<void> => {
      const { status, text } = await this.send("ann", method, path, body);
      expect(status, text).to.equal(200);
    };
    return [
      () => asked("POST", "/v2/commands/submit-and-wait", commandsBody(this.alice, create)),
      () => {
        const activeAtOffset = this.ledger.state.ledgerEnd;
        const body = { activeAtOffset, eventFormat };
        return asked("POST", "/v2/state/active-contracts?limit=5", body);
      },
    ];
  }

  /** Runs the attack while ann makes her calls. */
  beside(
    attack: () => Promise<unknown>,
    more: Omit<AttackedCaller, "calls"> = {},
  ): Promise<CallerMeasurements> {
    return measureHonestCaller({ calls: this.calls, ...more }, attack);
  }

  /** Opens a connection without authentication. */
  async connect(): Promise<Socket> {
    const { hostname, port } = new URL(this.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => socket.destroy());
    await once(socket, "connect");
    return socket;
  }
}
