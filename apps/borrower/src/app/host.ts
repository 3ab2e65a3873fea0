// The one bridge of the page; its web fallbacks stay inside our own routes (BRG-13).
