import { createDamlLoader } from "../../../fixtures/daml/index.ts";
import {
  demoScenario,
  iou,
  ledgerFile,
  openLedgerFile,
  openScenarios,
} from "../../../fixtures/index.ts";
import { httpStatus, trustedCaller } from "../../../lib/api.ts";
import { amuletHistory } from "../../../lib/history.ts";
import { createLedger, isLedgerError, type Ledger, ledgerError } from "../../../lib/index.ts";
import { type ApiReply, createJsonReply } from "../../api/reply.ts";
import { answerControlRequest } from "../../control/answer-control.ts";
import { createControlHandlers } from "../../control/control-handlers.ts";
import type { ControlApiRequest } from "../../control/control-hint.ts";
import {
  type ControlHandlers,
  type ControlReply,
  createChunksReply,
} from "../../control/control-reply.ts";
import { findControlRoute } from "../../control/control-routes.ts";
import { createControlErrorJson } from "../../control/error-json.ts";
import { refuseUnknownFieldNames } from "../../control/refuse-unknown.ts";
import { createFetch } from "../../fetch/create-fetch.ts";
import { convertReplyToFetchResponse } from "../../fetch/web-response.ts";
import { answerExplorerRequest } from "../answer-explorer-request.ts";
import { runTypeScriptProgramInBrowser } from "./run-typescript-program.ts";

/** Options of the ledgers of a page: like those of the command line, with Daml and the package `iou`. */
const createLedgerOptions = () => ({
  packages: [iou],
  history: [amuletHistory],
  daml: createDamlLoader(),
});

/**
 * The ledger of a page. Its `fetch` answers what a server of the explorer answers: `ledger/…`,
 * `control/…` and `explorer-data/…`, and in addition `program` (see {@link runTypeScriptProgramInBrowser}) and
 * `ledger-file` (a file for `npx ledger-in-a-box explore`). Programs and opened files replace the ledger.
 */
export class InBrowserLedger {
  #ledger: Ledger;
  #served: LedgerEndpoints;
  readonly #onUpdate: (offset: number) => void;

  private constructor(ledger: Ledger, onUpdate: (offset: number) => void) {
    this.#ledger = ledger;
    this.#onUpdate = onUpdate;
    this.#served = this.#serveLedger();
  }

  /** Creates a ledger with the demo data. `onUpdate` is called with the offsets of new updates. */
  static async create(onUpdate: (offset: number) => void): Promise<InBrowserLedger> {
    const ledger = await openScenarios([demoScenario], createLedgerOptions());
    // The scenario is in the past.
    ledger.clock.resume();
    return new InBrowserLedger(ledger, onUpdate);
  }

  /** Version of the ledger API. */
  get version(): string {
    return this.#ledger.config.version;
  }

  /** Answers a request to a path below the page. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    const url = new URL(path, placeholderBaseUrl);
    const [, area = "", ...rest] = url.pathname.split("/");
    const below = `/${rest.join("/")}`;
    if (area === "ledger") return this.#served.fetch(`${placeholderBaseUrl}${path}`, init);
    const request = {
      method: init.method ?? "GET",
      path: below,
      query: Object.fromEntries(url.searchParams),
      body: init.body ?? undefined,
    };
    const signal = init.signal ?? new AbortController().signal;
    const reply = await this.#answerRequest(area, request, url.searchParams).catch(
      (error: unknown) => {
        if (!isLedgerError(error)) throw error;
        return createJsonReply(
          createControlErrorJson(error, request, this.#ledger),
          httpStatus(error.details),
        );
      },
    );
    return toFetchResponse(reply, request.method, signal);
  }

  async #answerRequest(area: string, request: ControlApiRequest, query: URLSearchParams) {
    if (area === "explorer-data") {
      const asked = { method: request.method, path: request.path, query };
      return createJsonReply(await answerExplorerRequest(this.#ledger, {}, asked, trustedCaller));
    }
    if (area === "ledger-file") {
      return createChunksReply("application/json", ledgerFile(this.#ledger));
    }
    if (area === "program") return createJsonReply(await this.#run(String(request.body)));
    if (request.path === "/open") return this.#open(String(request.body));
    const route = findControlRoute(request.method, request.path);
    if (route !== undefined) refuseUnknownFieldNames(route, request);
    return answerControlRequest(this.#served.control, request);
  }

  /** Runs a program on a new ledger, which replaces the present one if the program succeeds. */
  async #run(code: string) {
    const ledger = await createLedger(createLedgerOptions());
    const { printed, failure } = await runTypeScriptProgramInBrowser(code, ledger);
    if (failure === undefined) await this.#replaceLedger(ledger);
    else await ledger.close();
    return { printed, failure };
  }

  async #open(text: string): Promise<ApiReply> {
    const { packages, daml } = createLedgerOptions();
    const { ledger } = await openLedgerFile(text, { packages, daml });
    await this.#replaceLedger(ledger);
    return createJsonReply({ path: ".." });
  }

  async #replaceLedger(ledger: Ledger): Promise<void> {
    const before = this.#ledger;
    this.#served.unsubscribe();
    this.#ledger = ledger;
    this.#served = this.#serveLedger();
    await before.close();
  }

  #serveLedger(): LedgerEndpoints {
    const ledger = this.#ledger;
    ledger.requests.keep({ bodies: true });
    return {
      fetch: createFetch(ledger, { auth: "disabled", prefix: "/ledger" }),
      control: createControlHandlers(ledger, {}),
      unsubscribe: ledger.subscribe(() => this.#onUpdate(ledger.state.ledgerEnd)),
    };
  }
}

interface LedgerEndpoints {
  readonly fetch: ReturnType<typeof createFetch>;
  readonly control: ControlHandlers;
  readonly unsubscribe: () => void;
}

const placeholderBaseUrl = "http://ledger.invalid/";

const toFetchResponse = async (
  reply: ControlReply,
  method: string,
  signal: AbortSignal,
): Promise<Response> => {
  if (reply.kind === "cut") {
    throw ledgerError("SERVICE_NOT_RUNNING", { cause: "The call was cut." });
  }
  if (reply.kind !== "chunks") return convertReplyToFetchResponse(reply, { method, signal });
  const parts: string[] = [];
  for await (const chunk of reply.chunks) parts.push(chunk);
  // A file may be too long for one string.
  return new Response(new Blob(parts), { headers: { "Content-Type": reply.contentType } });
};
