// The token of this tab in its own session storage, and a question before an unsaved study is left.
const NAME = "rounds-tab";
let unsaved = false;
let answered = "";

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

export default function ({ data, setStateValue }) {
  unsaved = data.unsaved;
  window.addEventListener("beforeunload", leaving);
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
