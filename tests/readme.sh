
check "LAYERS are what tests/layers.sh measures" layers_are_measured
