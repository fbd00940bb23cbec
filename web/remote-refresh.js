import { RemoteRefresh } from "./element/remote-refresh.js";

customElements.define("remote-refresh", RemoteRefresh);
