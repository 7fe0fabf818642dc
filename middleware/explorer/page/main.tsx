import "uplot/dist/uPlot.min.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/parts.css";

import { render } from "preact";

import { readAddress } from "./base/address.ts";
import { enter } from "./base/ledger.ts";
import { isLetIn, takeSecrets } from "./base/session.ts";
import { attendTest } from "./base/watched.ts";
import { App } from "./shell/app.tsx";

takeSecrets();
readAddress();
if (isLetIn.value) void enter();
void attendTest();
// A link with a new token was opened in this tab.
addEventListener("hashchange", () => {
  if (!/^#(?:token|control)=/.test(location.hash)) return;
  takeSecrets();
  readAddress();
  void enter();
});

const root = document.getElementById("explorer");
if (root !== null) render(<App />, root);
