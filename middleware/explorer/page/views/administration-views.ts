export { default as Coin } from "./coin/coin.tsx";
export { default as Commands } from "./commands/commands.tsx";
export { default as Controls } from "./controls/controls.tsx";
export { default as Localnet } from "./localnet/localnet.tsx";
export { default as Packages } from "./packages/packages.tsx";
export { default as Parties } from "./parties/parties.tsx";
export { default as Requests } from "./requests/requests.tsx";
export { default as Synchronizers } from "./synchronizers/synchronizers.tsx";
