import "uplot/dist/uPlot.min.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/parts.css";

import { render } from "preact";

import { syncUrlHashFromBrowser } from "./base/address.ts";
import { keepTestWaiting } from "./base/inspected-test.ts";
import { signIn } from "./base/ledger.ts";
import { hasTokenIfNeeded, moveUrlSecretsToStorage } from "./base/session.ts";
import { App } from "./shell/app.tsx";

const isByLink = moveUrlSecretsToStorage();
syncUrlHashFromBrowser();
if (hasTokenIfNeeded.value) void signIn({ isByLink });
void keepTestWaiting();
// A link with a new token was opened in this tab.
addEventListener("hashchange", () => {
  if (!/^#(?:token|control)=/.test(location.hash)) return;
  const isByNewLink = moveUrlSecretsToStorage();
  syncUrlHashFromBrowser();
  void signIn({ isByLink: isByNewLink });
});

const rootElement = document.getElementById("explorer");
if (rootElement !== null) render(<App />, rootElement);
