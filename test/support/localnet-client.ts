import type { TestLocalnet } from "../../fixtures/testing/localnet.ts";

/** The response of a service: its status, and its JSON unless it is empty. */
export interface LocalnetResponse<Body> {
  readonly status: number;
  readonly body: Body;
}

/** Calls a service of a LocalNet as a user; without a token if no user is given. */
export const callLocalnet = async <Body = Readonly<Record<string, unknown>>>(
  localnet: Pick<TestLocalnet, "fetch" | "token">,
  url: string,
  {
    user,
    body,
    method = body === undefined ? "GET" : "POST",
    token = user === undefined ? undefined : localnet.token(user),
  }: {
    readonly user?: string;
    readonly body?: unknown;
    readonly method?: string;
    readonly token?: string | undefined;
  } = {},
): Promise<LocalnetResponse<Body>> => {
  const response = await localnet.fetch(url, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // The caller states the type of the body.
  return { status: response.status, body: (text === "" ? undefined : JSON.parse(text)) as Body };
};

/** The base addresses of LocalNet's services. */
export const bases = {
  appUser: "http://localhost:2000/api/validator",
  appProvider: "http://localhost:3000/api/validator",
  scan: "http://scan.localhost:4000/api/scan",
  registry: "http://scan.localhost:4000/registry",
  ledger: "http://localhost:2975",
  secondLedger: "http://127.0.0.1:3975",
} as const;
