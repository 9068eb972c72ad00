!     Bits that may be set in the type of a message to say what is in it.
      integer msgdbl, msgint, msgchr
      parameter (msgdbl=65536, msgint=131072, msgchr=262144)
