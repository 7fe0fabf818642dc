/** The part of `fetch` that this client uses. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export interface Iou {
  readonly contractId: string;
  readonly currency: string;
  readonly amount: string;
}

/**
 * Production code of a client: it knows the API, a base URL and a token, but not ledger-in-a-box. Only its
 * `fetch` can be replaced.
 */
export class IouClient {
  readonly #fetch: Fetch;
  readonly #party: string;

  constructor(party: string, send: Fetch = fetch) {
    this.#party = party;
    this.#fetch = send;
  }

  /** Returns the IOUs that the party owns. */
  async owned(): Promise<readonly Iou[]> {
    const { offset } = (await this.#get("/v2/state/ledger-end")) as { readonly offset: number };
    const items = (await this.#post("/v2/state/active-contracts", {
      activeAtOffset: offset,
      eventFormat: {
        filtersByParty: {
          [this.#party]: {
            cumulative: [
              {
                identifierFilter: {
                  TemplateFilter: {
                    value: { templateId: "#iou:Iou:Iou", includeCreatedEventBlob: false },
                  },
                },
              },
            ],
          },
        },
        verbose: true,
      },
    })) as readonly ActiveContract[];
    return items
      .map(({ contractEntry }) => contractEntry.JsActiveContract.createdEvent)
      .filter(({ createArgument }) => createArgument.owner === this.#party)
      .map(({ contractId, createArgument: { currency, amount } }) => ({
        contractId,
        currency,
        amount,
      }));
  }

  /** Splits an IOU in two. Rejects with the ledger's error code. */
  async split(iou: Iou, amount: string, commandId: string): Promise<void> {
    await this.#post("/v2/commands/submit-and-wait", {
      commandId,
      userId: "wallet",
      actAs: [this.#party],
      commands: [
        {
          ExerciseCommand: {
            templateId: "#iou:Iou:Iou",
            contractId: iou.contractId,
            choice: "Split",
            choiceArgument: { amount },
          },
        },
      ],
    });
  }

  async #get(path: string): Promise<unknown> {
    return this.#send(path);
  }

  async #post(path: string, body: object): Promise<unknown> {
    return this.#send(path, { method: "POST", body: JSON.stringify(body) });
  }

  async #send(path: string, init?: RequestInit): Promise<unknown> {
    const response = await this.#fetch(`http://participant.example.com${path}`, init);
    const json: unknown = await response.json();
    if (response.ok) return json;
    throw new LedgerRefusal((json as { readonly code: string }).code);
  }
}

export class LedgerRefusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The ledger refused: ${code}`);
    this.code = code;
  }
}

interface ActiveContract {
  readonly contractEntry: {
    readonly JsActiveContract: {
      readonly createdEvent: {
        readonly contractId: string;
        readonly createArgument: {
          readonly owner: string;
          readonly currency: string;
          readonly amount: string;
        };
      };
    };
  };
}
