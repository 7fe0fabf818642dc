export * from "./external-party.ts";
export * from "./preapprovals.ts";
export * from "./users.ts";
