// The token of this tab in its own session storage, a question before an unsaved study is left, what is said while
// the server does not answer, the menu of a narrow window, Escape, the way into a panel by keyboard, a click
// that leaves a box, the steps back, and the width of a printed page.
const NAME = "rounds-tab";
const push = window.history.pushState.bind(window.history);
let unsaved = false;
let answered = "";
let unreachable = "";
let question = "";

// The function runs at every rerun; the same listener twice is one listener.
function leaving(event) {
  if (unsaved) {
    event.preventDefault();
    event.returnValue = "";
  }
}

function stored() {
  try {
    return window.sessionStorage.getItem(NAME) ?? "";
  } catch {
    return ""; // storage is switched off: this tab is a new one after each reload
  }
}

function store(token) {
  try {
    if (token) window.sessionStorage.setItem(NAME, token);
    else window.sessionStorage.removeItem(NAME);
  } catch {
    // as above
  }
}

// While the server does not answer, Streamlit's dialog speaks of Streamlit and a terminal.
function reword() {
  const code = document.querySelector('[role="dialog"] [data-testid="stErrorCodeBlock"]');
  const told = code?.previousElementSibling;
  if (told && unreachable && told.textContent !== unreachable) {
    told.textContent = unreachable;
    code.style.display = "none";
  }
}

// A narrow window's menu lies over the page; Streamlit closes it on phones only.
const OPEN = '[data-testid="stSidebar"][data-collapsed="false"] [data-testid="stSidebarCollapseButton"] button';
function chosen(event) {
  if (window.innerWidth < 768 && event.target.closest?.('[data-testid="stSidebarNavLink"]')) {
    setTimeout(() => document.querySelector(OPEN)?.click());
  }
}

// While a file is made its button takes no focus, and an open dialog hears no key.
function escaped(event) {
  if (event.key === "Escape" && document.activeElement === document.body) {
    document.querySelector('[role="dialog"] button[aria-label="Close"]')?.click();
  }
}

// Streamlit puts an open panel at the end of the page: Tab on its button leads into it, and Shift+Tab back.
const REACHED = 'input:not([disabled]), button:not([disabled]), a[href], [tabindex="0"]';
function tabbed(event) {
  if (event.key !== "Tab") return; // first, as every key comes by
  const button = document.querySelector('[data-testid="stPopoverButton"][aria-expanded="true"]');
  const places = document.querySelectorAll(`[data-testid="stPopoverBody"] :is(${REACHED})`);
  const first = [...places].find((each) => each.checkVisibility());
  if (!button || !first) return;
  const [from, to] = event.shiftKey ? [first, button] : [button, first];
  if (document.activeElement === from) {
    event.preventDefault();
    to.focus();
  }
}

// Streamlit sends what was typed behind a page that is asked for at once, and then goes back to the page of the box.
const MENU = '[data-testid="stTopNavLink"], [data-testid="stSidebarNavLink"], [data-testid="stPageLink-NavLink"]';
function inTurn(event) {
  const link = event.target.closest?.(MENU);
  if (!link || !event.isTrusted || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  setTimeout(() => link.click());
}

// Streamlit puts a page into the history, and once more with the choices in its address: one step back is one page.
// The page that follows a question takes its place.
function onePageOneStep() {
  window.history.pushState = (state, unused, address) => {
    const next = new URL(address ?? "", window.location.href);
    const isPage = next.pathname !== window.location.pathname;
    if (isPage && !question) push(state, unused, address);
    else window.history.replaceState(state, unused, address);
    if (isPage) question = "";
  };
}

// A question about a dropped file is a step of its own on the Data page, and one step back is its button Back.
function asking(asked) {
  const here = window.location.pathname.endsWith("/") ? asked : "";
  if (here && !question) push(window.history.state, "", window.location.href);
  question = here;
}

function steppedBack() {
  if (!question) return;
  question = "";
  setTimeout(() => document.querySelector('[class*="st-key-question_before"] button')?.click());
}

// Paper is narrower than the screen that figures are drawn for, and would cut off their right ends: page.css.
const WIDEST = 950; // px that browsers shrink to a page of A4: a third more than its own
function printed() {
  const { style } = document.documentElement;
  style.setProperty("--screen", `${window.innerWidth}px`);
  style.setProperty("--shrink", Math.min(1, WIDEST / window.innerWidth));
}

export default function ({ data, setStateValue }) {
  unsaved = data.unsaved;
  if (!unreachable) {
    new MutationObserver(reword).observe(document.body, { childList: true });
    onePageOneStep();
  }
  unreachable = data.unreachable;
  window.addEventListener("beforeunload", leaving);
  window.addEventListener("beforeprint", printed);
  document.addEventListener("click", inTurn, true);
  document.addEventListener("click", chosen);
  document.addEventListener("keydown", escaped);
  document.addEventListener("keydown", tabbed, true);
  window.addEventListener("popstate", steppedBack);
  asking(data.question);
  if (data.asks && data.asks !== answered) {
    const token = stored();
    if (token || data.waits) {
      answered = data.asks;
      setStateValue("had", { asked: data.asks, token });
    }
  }
  if (!data.asks && data.token !== stored()) store(data.token);
  return () => window.removeEventListener("beforeunload", leaving);
}
