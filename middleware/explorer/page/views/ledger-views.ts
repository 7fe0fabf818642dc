export { default as Contract } from "./contract/contract.tsx";
export { default as Contracts } from "./contracts/contracts.tsx";
export { default as Create } from "./create/create.tsx";
export { default as Overview } from "./overview/overview.tsx";
export { default as Update } from "./update/update.tsx";
export { default as Updates } from "./updates/updates.tsx";
