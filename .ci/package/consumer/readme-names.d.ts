// What the shorter programs of the README take as given.
declare const ledger: import("ledger-in-a-box").Ledger;
declare let snapshot: import("ledger-in-a-box").Snapshot;
declare const createLedger: typeof import("ledger-in-a-box").createLedger;
declare const createIdentityProvider: typeof import("ledger-in-a-box").createIdentityProvider;
declare const createUser: typeof import("ledger-in-a-box").createUser;
declare const hs256Secret: string;
declare const issuer: string;
declare const jwksUrl: string;
declare const audience: string;
declare function beforeEach(body: () => void): void;
declare function afterEach(body: () => unknown): void;
