"""The browser that all tests of one worker share."""

import os
import shutil

# Each window draws two pages of its own for the list under its address field, which takes as much of the processor as the
# page that is tested. Nobody types an address here.
ADDRESS_LIST = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")

# Chromium takes the last such switch alone, so what Playwright leaves out is left out here.
LEFT_OUT = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)


def launch(playwright):
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert executable, "no chromium on PATH; install Debian's package chromium"
    return playwright.chromium.launch(
        executable_path=executable,
        # Chromium refuses its sandbox to root, which is who runs tests in a container.
        args=["--no-sandbox", f"--disable-features={','.join(LEFT_OUT + ADDRESS_LIST)}"],
        # Playwright hides scrollbars unless it is told not to; people have them.
        ignore_default_args=["--hide-scrollbars"],
    )
